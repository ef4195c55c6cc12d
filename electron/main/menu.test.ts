import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { bindingsOf } from '../../renderer/lib/shortcuts.ts'
import { acceleratorOf, menuTemplate, type MenuChoices } from './menu.ts'

const items = (of: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  of.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

function menu(choices: Partial<MenuChoices> = {}) {
  const done: string[] = []
  const template = menuTemplate({
    language: 'en',
    platform: 'linux',
    shortcuts: {},
    act: (action) => done.push(action),
    openHome: () => done.push('home'),
    openFolder: () => done.push('openFolder'),
    ...choices,
  })
  const all = items(template)
  return { template, all, done, named: (id: string) => all.find((item) => item.id === id) }
}
const press = (item: MenuItemConstructorOptions | undefined): void => item?.click?.({} as never, undefined, {} as never)

it('every action has the keys the window has for it, and the person’s own where there are some', () => {
  const usual = bindingsOf({})
  const { all } = menu()
  const acting = all.filter(({ id }) => id !== undefined && id !== 'home')
  expect(acting.map(({ id, accelerator }) => [id, accelerator])).toEqual(
    acting.map(({ id }) => [id, acceleratorOf(usual.get(id as never) ?? '?')]),
  )
  expect(acting).toHaveLength(7)
  const { named } = menu({ shortcuts: { sidebar: 'Mod+Alt+Backslash', search: '' } })
  expect([named('sidebar')?.accelerator, named('search')?.accelerator]).toEqual(['CommandOrControl+Alt+\\', undefined])
})

it('an action is the window’s, a folder and Home are the app’s', () => {
  const { all, done } = menu()
  for (const item of all.filter(({ id }) => id !== undefined)) press(item)
  expect(done.toSorted()).toEqual(['home', 'new', 'openFolder', 'palette', 'panel', 'search', 'settings', 'sidebar'])
})

it('a Mac listens to the keys itself and has the app’s own menu; elsewhere the page listens', () => {
  const mac = menu({ platform: 'darwin' })
  expect([mac.template[0]?.role, mac.named('new')?.registerAccelerator]).toEqual(['appMenu', true])
  expect(mac.all.map(({ role }) => role)).toEqual(expect.arrayContaining(['services', 'recentDocuments', 'quit', 'windowMenu', 'editMenu']))
  const other = menu()
  expect([other.template[0]?.label, other.named('new')?.registerAccelerator]).toEqual(['File', false])
  expect(other.all.filter(({ id }) => id === 'settings')).toHaveLength(1)
})

it('looks for updates where the app can bring itself up to date, and only there', () => {
  expect(menu().named('updates')).toBeUndefined()
  const { named, done } = menu({ checkForUpdates: () => done.push('updates') })
  press(named('updates'))
  expect(done).toEqual(['updates'])
})

it('speaks both languages', () => {
  for (const platform of ['darwin', 'linux'] as const) {
    const [english, chinese] = (['en', 'zh-CN'] as const).map((language) => menu({ language, platform, checkForUpdates: () => undefined }))
    const named = (of: typeof english) =>
      of?.all.filter(({ type, role }) => type !== 'separator' && role !== 'appMenu').map(({ label = '' }) => label)
    expect(named(chinese)).toHaveLength(named(english)?.length ?? 0)
    // Electron has English words alone for what the system knows.
    expect(named(chinese)?.filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
    expect(named(english)?.filter((label) => !/^[A-Z]/.test(label))).toEqual([])
  }
})
