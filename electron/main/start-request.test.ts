import { expect, it } from 'vitest'
import { HOME_SWITCH, readStart } from './start-request.ts'

const cwd = '/where/it/was/started'
const packed = (...words: string[]) => readStart(['/opt/MewCode/mewcode', ...words], { cwd, isPackaged: true })

it.each([
  [['--no-first-run', '/home/a/项目'], '/home/a/项目'],
  [['.'], '/where/it/was/started'],
  [['../项目'], '/where/it/was/项目'],
  [['file:///home/a/%E9%A1%B9%E7%9B%AE%20one'], '/home/a/项目 one'],
])('a start with %j opens %s', (words, path) => expect(packed(...words)).toEqual({ kind: 'folder', path }))

it.each([[['file:///home/a%2Fb']], [['file:///home/%E9%A1']], [['file://server/share']], [['--flag']], [[]]])(
  'a start with %j brings the app up',
  (words) => expect(packed(...words)).toEqual({ kind: 'front' }),
)

it('a link is found among the words, and Home by its switch', () => {
  expect(packed('--flag', 'mewcode://open?path=%2Fa')).toEqual({ kind: 'link', address: 'mewcode://open?path=%2Fa' })
  expect(packed(HOME_SWITCH)).toEqual({ kind: 'home' })
})

it('the app’s own folder is never taken for the one to open, wherever Chromium puts its switches', () => {
  const chromium = ['--standard-schemes=mewcode-app', '--secure-schemes=mewcode-app', '--original-process-start-time=1']
  const started = (...words: string[]) => readStart(['/checkout/electron', ...words], { cwd, isPackaged: false })
  expect([started('/checkout', 'a'), started(...chromium, '/checkout', 'a'), started(...chromium, '/checkout')]).toEqual([
    { kind: 'folder', path: `${cwd}/a` },
    { kind: 'folder', path: `${cwd}/a` },
    { kind: 'front' },
  ])
  expect(packed(...chromium, 'a')).toEqual({ kind: 'folder', path: `${cwd}/a` })
})
