import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, type SFCDescriptor, type SFCTemplateBlock } from 'vue/compiler-sfc'
import { createAppI18n } from '../i18n/create-i18n.ts'
import { addLateWords } from '../i18n/late-words.ts'
import { alsoCalled } from '../i18n/messages/also-called.ts'
import { settingOptions, settingOptionsIn } from './setting-options.ts'
import { settingsSectionIds } from './settings-link.ts'
import { shortcutIds } from './shortcuts.ts'

type Node = NonNullable<SFCTemplateBlock['ast']>['children'][number]
/** As Vue's compiler numbers them; it does not hand the names out. */
const ELEMENT = 1
const ATTRIBUTE = 6
/** What changes a setting. */
const CONTROLS = new Set(['Select', 'Segmented', 'Switch', 'Checkbox', 'NumberField'])

const root = join(import.meta.dirname, '../features')
const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), ...parse(readFileSync(join(root, file), 'utf8')).descriptor }))
const shown = pages.flatMap((page) => settingsOf(page).map(({ id }) => `${sectionOf(page.file)}/${id}`))
const listed = settingOptions.map(({ section, id }) => `${section}/${id}`)

it('every setting that a page shows is in the search, and every one of the search is shown', () => {
  expect(shown.toSorted()).toEqual(listed.toSorted())
})

it('what else people call a setting leads to one that is there', () => {
  const { sections, options } = alsoCalled.en
  const named = Object.entries(options).flatMap(([section, ids]) => Object.keys(ids).map((id) => `${section}/${id}`))
  const places = new Set<string>([...settingsSectionIds, ...listed])
  expect([...Object.keys(sections), ...named].filter((place) => !places.has(place))).toEqual([])
})

it('whatever changes a setting stands at a place that a link can lead to', () => {
  const changing = pages.filter(({ file, scriptSetup }) => file.includes('Settings') && scriptSetup?.content.includes('changeSettings('))
  const homeless = changing.flatMap(({ file, template }) => controlsOutside(template?.ast?.children ?? []).map((tag) => `${file}: ${tag}`))
  expect(changing.length).toBeGreaterThan(2)
  expect(homeless).toEqual([])
})

it.each(['en', 'zh-CN'] as const)('each has its words in %s', (language) => {
  const { global } = createAppI18n(language)
  addLateWords(global)
  expect(settingOptions.filter(({ label }) => !global.te(label))).toEqual([])
})

it('a setting of the desktop app or of Home is found only there', () => {
  const only = (isDesktop: boolean, isHome: boolean) =>
    settingOptionsIn({ isDesktop, isHome }).flatMap(({ id, only: where }) => (where ? [id] : []))
  expect({ browser: only(false, false), home: only(false, true), desktop: only(true, false) }).toEqual({
    browser: [],
    home: ['backup'],
    desktop: ['updates', 'keepAwake', 'update'],
  })
})

interface Shown {
  readonly id: string
}

function settingsOf({ template, scriptSetup }: SFCDescriptor): Shown[] {
  return walk(template?.ast?.children ?? []).flatMap((node) => {
    if (node.type !== ELEMENT) return []
    const wanted = node.tag === 'SettingRow' ? 'name' : 'data-setting'
    return node.props.flatMap((prop) => {
      if (prop.type === ATTRIBUTE) return prop.name === wanted && prop.value ? [{ id: prop.value.content }] : []
      if (prop.name !== 'bind' || prop.arg?.loc.source !== wanted) return []
      return valuesOf(prop.exp?.loc.source ?? '', scriptSetup?.content ?? '').map((id) => ({ id }))
    })
  })
}

/** What stands there for each of several: the words of the list in the script that they are taken from. */
function valuesOf(expression: string, script: string): readonly string[] {
  // A provider's row is the provider's, not a setting.
  if (expression === 'provider.name') return []
  if (script.includes('id: ShortcutId')) return shortcutIds
  const [, list] = /\(?\[([^\]]*)\](?: as const\)| as const)/.exec(script) ?? []
  if (list === undefined) throw new Error(`which settings are ${expression}?`)
  return [...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word)
}

function sectionOf(file: string): string {
  const [feature = '', name = ''] = file.split('/')
  if (feature !== 'settings') return feature
  const section = /^(\w+?)(?:Settings|Row)\.vue$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return settingsSectionIds.find((id) => id === section || id === `${section}s`) ?? 'about'
}

function walk(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...(node.type === ELEMENT ? walk(node.children) : [])])
}

function controlsOutside(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type !== ELEMENT) return []
    const isPlace = node.tag === 'SettingRow' || node.props.some((prop) => prop.type === ATTRIBUTE && prop.name === 'data-setting')
    if (isPlace) return []
    return [...(CONTROLS.has(node.tag) ? [node.tag] : []), ...controlsOutside(node.children)]
  })
}
