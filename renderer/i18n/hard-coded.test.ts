import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, type SFCTemplateBlock } from 'vue/compiler-sfc'

/** Attributes a person reads or hears. */
const SAID = new Set(['alt', 'title', 'label', 'placeholder', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'])
/** The same in every language. */
const NAMES = new Set(['MewCode', 'English', '简体中文', 'Enter', 'Esc', 'Ctrl', 'Shift', 'Alt', 'Tab', 'Backspace'])
/** What a field shows as an example of what is typed there. */
const EXAMPLES = new Set(['github', 'npx', 'https://mcp.example.com/mcp', 'https://llm.example.com/v1', 'sk-…'])
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
        if (SAID.has(prop.name)) look(prop.value?.content ?? '')
      } else if (prop.name === 'bind' && SAID.has(prop.arg?.loc.source ?? '')) lookInside(prop.exp?.loc.source ?? '')
    }
    node.children.forEach(visit)
  }
  parse(vue).descriptor.template?.ast?.children.forEach(visit)
  return found
}

/** Without what is given to calls, the innermost first; other brackets only hold together. */
function withoutCalls(expression: string): string {
  const fewer = expression.replaceAll(/([\w.]*)\(([^()]*)\)/g, (_, name: string, inside: string) => (name === '' ? inside : 'call'))
  return fewer === expression ? expression : withoutCalls(fewer)
}

it('finds words in text, attributes and expressions', () => {
  const template = `<template><p title="Hello" :aria-label="on ? 'Close' : t('a.key')" class="left">Some {{ (n > 1 ? 'more' : t('b')) }}<b>MewCode 7</b></p></template>`
  expect(hardCoded(template).toSorted()).toEqual(['Close', 'Hello', 'Some', 'more'])
})

it('no template says a word that is not in the messages', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.vue'))
  const found = files.flatMap((file) => hardCoded(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`))
  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
