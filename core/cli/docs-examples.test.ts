import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDefinition } from '../agents/read-definition.ts'
import { codes, configFolders, put } from '../config/fixtures.ts'
import { errorTexts } from '../contract/error-texts.ts'
import { readRules } from '../hooks/rules/index.ts'
import { readArguments } from './arguments.ts'
import { commands } from './commands.ts'

interface Example {
  /** Page and line, for whoever has to mend it. */
  readonly at: string
  readonly language: string
  readonly text: string
}

const { home, managed, create, load } = configFolders()
const pages = globSync('{README.md,docs/*.md,docs/zh-CN/*.md}').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const examples = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map(({ index, 1: indent = '', 2: language = '', 3: body = '' }): Example => ({
    at: `${path}:${lineAt(text, index)}`,
    language,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
)
const written = (language: string): Example[] => examples.filter((example) => example.language === language)

it('finds every kind of example', () => {
  const kinds = [...new Set(examples.map(({ language }) => language))]
  expect(kinds.sort()).toEqual(['markdown', 'sh', 'yaml'])
  expect(['markdown', 'sh', 'yaml'].map((kind) => written(kind).length > 5)).toEqual([true, true, true])
})

it.each(written('yaml').map((example) => [example.at, example.text]))('%s is taken without a problem', async (_, text) => {
  const top = parse(text)
  if (Array.isArray(top.hooks)) {
    expect(readRules([{ source: 'user', path: 'hooks.yaml', text }]).problems).toEqual([])
    return
  }
  const isPolicy = 'base_urls' in top
  const isConfig = ['providers', 'mcp_servers', 'otel'].some((key) => key in top)
  if (isPolicy) expect(readRules([{ source: 'managed', path: 'managed.yaml', text }]).problems).toEqual([])
  put(isPolicy ? managed() : home(isConfig ? 'config.yaml' : 'settings.yaml'), text)
  const env = Object.fromEntries([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, 'set']))
  const { problems, policy } = await load(create({ env }))
  expect([codes(problems), policy?.broken, policy !== undefined]).toEqual([[], undefined, isPolicy])
})

// A command's head names no one; its file does.
const definitions = written('markdown').filter(({ text }) => /^name:/m.test(text))

it.each(definitions.map((example) => [example.at, example.text]))('%s is read without a word', (_, text) => {
  const { diagnostics } = readDefinition(Buffer.from(text), { fileName: 'agent.md', knowsModel: () => true })
  expect(diagnostics).toEqual([])
})

it.each(pages.filter(({ path }) => path.endsWith('troubleshooting.md')).map(({ path, text }) => [path, text]))(
  '%s names codes that there are',
  (_, text) => {
    const rows = [...text.matchAll(/^\| ((?:`\w+\.\w+`[,、]? ?)+)\|?/gm)]
    const named = rows.flatMap(([, cell = '']) => cell.match(/\w+\.\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((code) => !(code in errorTexts))).toEqual([])
  },
)

const shell = written('sh').flatMap(({ at, text }) =>
  text.split('\n').flatMap((line): [string, string][] => calls(line).map((call) => [at, call])),
)
const inText = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/`(mewcode [a-z][^`]*)`/g)].map(({ index, 1: call = '' }): [string, string] => [
    `${path}:${lineAt(text, index)}`,
    call,
  ]),
)

it.each(shell)('%s: %s is a command line', (_, call) => {
  const { command, rest } = find(words(call))
  expect(() => readArguments(rest, command)).not.toThrow()
})

/** As `mewcode skills`, which stands for all that begins so. */
const isGroup = (call: string): boolean => commands.some(({ command }) => command.startsWith(`${words(call).join(' ')} `))

it.each(inText.filter(([, call]) => !isGroup(call)))('%s: %s names a command and its options', (_, call) => {
  const { command, rest } = find(words(call))
  // A sentence may leave arguments out, and name several: `enable|disable NAME`.
  expect(() => readArguments(rest, { ...command, arguments: [{ name: '…', required: false, repeatable: true }] })).not.toThrow()
})

function find(argv: readonly string[]): { command: (typeof commands)[number]; rest: readonly string[] } {
  const command = commands.find(({ command: name }) => name !== '' && name.split(' ').every((word, at) => argv[at] === word))
  if (command) return { command, rest: argv.slice(command.command.split(' ').length) }
  throw new Error(`no command: ${argv.join(' ')}`)
}

/** What a shell line calls of ours, without redirections and comments. */
function calls(line: string): string[] {
  const call = /(?:^|[|;=]\s*\S*\s?)mewcode ([a-z].*)/.exec(line.replace(/\s#\s.*/, '').replace(/\s<\s.*/, ''))
  return call?.[1] === undefined ? [] : [`mewcode ${call[1]}`]
}

/** Brackets and bars are the page's, for what may be left out. */
function words(call: string): string[] {
  return [...call.matchAll(/'[^']*'|"[^"]*"|[^\s'"]+/g)]
    .map(([word]) => word.replaceAll(/^['"]|['"]$/g, '').replaceAll(/^\[|\]$/g, ''))
    .filter((word) => word !== '|' && word !== '--help')
    .slice(1)
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
