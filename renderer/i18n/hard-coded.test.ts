import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, type SFCTemplateBlock } from 'vue/compiler-sfc'

/** Attributes a person reads or hears, and the props of our own parts that become such. */
const SAID = /(^|-)(alt|title|label|placeholder|text|note|hint|description|roledescription|valuetext)$/
/** The same in every language. */
const NAMES = new Set(['MewCode', 'English', '简体中文', 'Enter', 'Esc', 'Ctrl', 'Shift', 'Alt', 'Tab', 'Backspace'])
/** What a field shows as an example of what is typed there. */
const EXAMPLES = new Set(['github', 'npx', 'https://mcp.example.com/mcp', 'https://llm.example.com/v1', 'sk-…'])
/** Of scripts: what the model is told, and examples of what is typed. */
const NOT_SAID = ['outside the project. What lies in it:', 'Remove the build folder.', 'No such file or directory']
const WORD = /\p{L}{2,}/gu

type Node = NonNullable<SFCTemplateBlock['ast']>['children'][number]
/** As Vue's compiler numbers them; it does not hand the names out. */
const NODE = { element: 1, text: 2, interpolation: 5, attribute: 6 } as const

/** Words of a template that do not come from the messages. */
function hardCoded(vue: string): string[] {
  const found: string[] = []
  const look = (text: string): void => {
    const words = (text.match(WORD) ?? []).filter((word) => !NAMES.has(word))
    if (words.length > 0 && !EXAMPLES.has(text)) found.push(text.trim())
  }
  /** The string literals of an expression that can be its value: not what is given to `t`, to another call, or compared. */
  const lookInside = (expression: string): void => {
    for (const [, , text = ''] of withoutCalls(expression).matchAll(/(?:^|[?:]|\?\?|\|\|)\s*(['"`])([^'"`]*)\1\s*(?=$|[:)])/g))
      look(text.replaceAll(/\$\{[^}]*\}/g, ''))
  }
  const visit = (node: Node): void => {
    if (node.type === NODE.text) look(node.content)
    if (node.type === NODE.interpolation) lookInside(node.content.loc.source)
    if (node.type !== NODE.element) return
    for (const prop of node.props) {
      if (prop.type === NODE.attribute) {
        if (SAID.test(prop.name)) look(prop.value?.content ?? '')
      } else if (prop.name === 'bind' && SAID.test(prop.arg?.loc.source ?? '')) lookInside(prop.exp?.loc.source ?? '')
    }
    node.children.forEach(visit)
  }
  parse(vue, { sourceMap: false }).descriptor.template?.ast?.children.forEach(visit)
  return found
}

/** Sentences that a script says itself. Of an `Error` nobody reads them in the window. */
function hardCodedInScript(source: string): string[] {
  return source.split('\n').flatMap((line) => {
    if (/\bError\(|^\s*(\/\/|\/?\*)/.test(line)) return []
    const texts = [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ''))
    return texts.filter(
      (text) =>
        /^\p{Lu}\p{Ll}*\b.* \p{Ll}{2,}|\p{Script=Han}/u.test(text) && !NAMES.has(text) && !NOT_SAID.some((part) => text.includes(part)),
    )
  })
}

/** Without what is given to calls, the innermost first; other brackets only hold together. */
function withoutCalls(expression: string): string {
  const fewer = expression.replaceAll(/([\w.]*)\(([^()]*)\)/g, (_, name: string, inside: string) => (name === '' ? inside : 'call'))
  return fewer === expression ? expression : withoutCalls(fewer)
}

it('finds words in text, attributes, expressions and scripts', () => {
  const template = `<template><p title="Hello" :aria-label="on ? 'Close' : t('a.key')" class="left">Some {{ (n > 1 ? 'more' : t('b')) }}<b>MewCode 7</b></p><Copy copy-label="Copy it" /></template>`
  expect(hardCoded(template).toSorted()).toEqual(['Close', 'Copy it', 'Hello', 'Some', 'more'])
  const script =
    "if (isTaking) return 'Adding the files'\nconst why = `It lasted ${n} days`\nconst zh = '正在添加'\nthrow new Error('Not here')\nt('a.key')"
  expect(hardCodedInScript(script)).toEqual(['Adding the files', 'It lasted  days', '正在添加'])
})

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(vue|ts)$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('i18n'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

it('no template and no script says a word that is not in the messages', () => {
  const found = sources.flatMap(({ file, text }) => {
    const said = file.endsWith('.vue') ? [...hardCoded(text), ...hardCodedInScript(scriptOf(text))] : hardCodedInScript(text)
    return said.map((words) => `${file}: ${words}`)
  })
  expect(sources.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

function scriptOf(vue: string): string {
  return /<script[^>]*>([^]*?)<\/script>/.exec(vue)?.[1] ?? ''
}
