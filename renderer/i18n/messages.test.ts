import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAppI18n } from './create-i18n.ts'
import { addLateWords } from './late-words.ts'
import { messages as first } from './messages/index.ts'
import { lateMessages as late } from './messages/late.ts'

const messages = { en: { ...first.en, ...late.en }, 'zh-CN': { ...first['zh-CN'], ...late['zh-CN'] } }

function leaves(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = path ? `${path}.${key}` : key
    return typeof value === 'object' && value !== null ? leaves(value, name) : [[name, String(value)]]
  })
}

const english = leaves(messages.en)
const chinese = leaves(messages['zh-CN'])

it('both languages have the same keys, and no text is empty', () => {
  expect(chinese.map(([key]) => key)).toEqual(english.map(([key]) => key))
  expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
})

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(vue|ts)$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('i18n'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

it('every key the templates name exists', () => {
  const known = new Set(english.map(([key]) => key))
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((match) => ({ file, key: match[1] ?? '' })),
  )
  expect(named.filter(({ key }) => !known.has(key))).toEqual([])
})

it('no text of either language waits for a value that its caller does not give', () => {
  const texts = new Map<string, string>()
  for (const [key, text] of [...english, ...chinese]) texts.set(key, `${texts.get(key) ?? ''} ${text}`)
  const missing = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bt\(\s*'([\w.]+)'(?:,\s*(\{[^}]*))?/g)].flatMap(([, key = '', given = '']) => {
      const wanted = [...(texts.get(key) ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
      // A plural's bare number is given to it as `n`.
      return wanted
        .filter((name) => name !== 'n' || given !== '')
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(given))
        .map((name) => `${file}: ${key} wants ${name}`)
    }),
  )
  expect(missing).toEqual([])
})

it('every text is compiled without a complaint and with every value put in', () => {
  const { global } = createAppI18n('en')
  addLateWords(global)
  const left: string[] = []
  for (const locale of ['en', 'zh-CN'] as const) {
    global.locale.value = locale
    for (const [key, text] of leaves(messages[locale])) {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? '', '7'])
      const said = global.t(key, Object.fromEntries(names), 7)
      if (said === key || /[{}|]/.test(said)) left.push(`${locale} ${key}: ${said}`)
    }
  }
  expect(left).toEqual([])
})
