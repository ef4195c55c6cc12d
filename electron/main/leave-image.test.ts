import { expect, it } from 'vitest'
import { leaveImage } from './leave-image.ts'

it('of an AppImage’s launcher nothing is left that the system’s own programs would trip over', () => {
  const env = {
    APPIMAGE: '/home/a/MewCode.AppImage',
    APPDIR: '/tmp/.mount_Mew',
    ARGV0: './MewCode.AppImage',
    OWD: '/home/a',
    HOME: '/home/a',
    PATH: '/tmp/.mount_Mew:/tmp/.mount_Mew/usr/sbin:/usr/bin:/tmp/.mount_Mew2:',
    LD_LIBRARY_PATH: '/tmp/.mount_Mew/usr/lib:',
    XDG_DATA_DIRS: './share/:/usr/share/:/tmp/.mount_Mew/usr/share/',
  }
  leaveImage(env)
  expect(env).toEqual({
    APPIMAGE: '/home/a/MewCode.AppImage',
    APPDIR: '/tmp/.mount_Mew',
    HOME: '/home/a',
    PATH: '/usr/bin:/tmp/.mount_Mew2',
    XDG_DATA_DIRS: '/usr/share/',
  })
})

it('elsewhere nothing is touched', () => {
  const env = { PATH: '.:/usr/bin', LD_LIBRARY_PATH: '/opt/lib' }
  leaveImage(env)
  expect(env).toEqual({ PATH: '.:/usr/bin', LD_LIBRARY_PATH: '/opt/lib' })
})
