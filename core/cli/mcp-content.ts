import { AppError } from '../contract/errors.ts'
import type { McpPrompt } from '../contract/mcp-content.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import type { Words } from './language.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

const words = {
  cut: { en: '… (cut)', 'zh-CN': '……（已截断）' },
  bytes: { en: 'bytes', 'zh-CN': '字节' },
} as const satisfies Record<string, Words>

const options = { ...projectOption, ...jsonOption }
const name = { name: 'NAME', required: true }

export const mcpResources: Command = {
  command: 'mcp resources',
  summary: { en: 'list what an MCP server offers to read, or print one of it', 'zh-CN': '列出 MCP 服务器可读的资源，或显示其中一个' },
  arguments: [name, { name: 'URI', required: false }],
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { stdout, language } = terminal
      const server = args.positional(0) ?? ''
      const uri = args.positional(1)
      const call = { signal: terminal.interrupted }
      if (uri === undefined) {
        const { resources, templates } = await rpc.mcpContent.resources({ name: server }, call)
        const rows = [
          ...resources.map((one) => [one.uri, one.mimeType ?? '-', one.title ?? one.name]),
          ...templates.map((one) => [one.uriTemplate, one.mimeType ?? '-', one.title ?? one.name]),
        ]
        if (args.flag('json')) await writeJson(stdout, { resources, templates })
        else await write(stdout, table(rows))
        return EXIT.ok
      }
      const parts = await rpc.mcpContent.readResource({ name: server, uri }, call)
      const shown = parts.map(({ text, isCut, bytes, mimeType }) => {
        if (text === null) return `[${mimeType ?? '-'}, ${bytes} ${words.bytes[language]}]`
        return isCut ? `${text}\n${words.cut[language]}` : text
      })
      if (args.flag('json')) await writeJson(stdout, parts)
      else await write(stdout, `${shown.join('\n')}\n`)
      return EXIT.ok
    }),
}

export const mcpPrompts: Command = {
  command: 'mcp prompts',
  summary: { en: "list an MCP server's prompts, or print the words of one", 'zh-CN': '列出 MCP 服务器的提示词，或显示其中一个的内容' },
  arguments: [name, { name: 'PROMPT', required: false }, { name: 'KEY=VALUE…', required: false, repeatable: true }],
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const server = args.positional(0) ?? ''
      const prompt = args.positional(1)
      const call = { signal: terminal.interrupted }
      if (prompt === undefined) {
        const prompts = await rpc.mcpContent.prompts({ name: server }, call)
        if (args.flag('json')) await writeJson(terminal.stdout, prompts)
        else
          await writeList(
            terminal,
            prompts.map((one) => [one.name, argumentsOf(one), one.description]),
          )
        return EXIT.ok
      }
      const answer = await rpc.mcpContent.getPrompt({ name: server, prompt, arguments: valuesFrom(args.positional) }, call)
      if (args.flag('json')) await writeJson(terminal.stdout, answer)
      else await write(terminal.stdout, `${answer.text}\n`)
      return EXIT.ok
    }),
}

function argumentsOf({ arguments: given }: McpPrompt): string {
  return given.map((one) => (one.required ? one.name : `[${one.name}]`)).join(' ')
}

/** `key=value`, from the third word on. */
function valuesFrom(positional: (index: number) => string | undefined): Record<string, string> {
  const values = new Map<string, string>()
  for (let index = 2, word = positional(index); word !== undefined; index += 1, word = positional(index)) {
    const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? []
    if (key === undefined || value === undefined)
      throw new AppError('usage.bad_value', { params: { option: 'KEY=VALUE', value: word.slice(0, 80), expected: 'key=value' } })
    values.set(key, value)
  }
  return Object.fromEntries(values)
}
