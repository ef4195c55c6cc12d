import type { PromptCommands } from '../../commands/index.ts'
import type { CommandInfo } from '../../contract/commands.ts'
import type { McpPrompt } from '../../contract/mcp-content.ts'
import type { ProjectServers } from '../project-servers.ts'
import { inTime } from './in-time.ts'

/** Prompts of servers as commands: `/server:prompt first second`, or `name=value` in any order. */
export function createPromptCommands(of: (projectRoot: string) => ProjectServers): PromptCommands {
  return {
    async list({ projectRoot }) {
      if (projectRoot === undefined) return []
      const ready = of(projectRoot)
        .running()
        .filter(({ server }) => server.state === 'ready')
      const lists = await Promise.all(
        ready.map(async ({ name, server }) => {
          const prompts = await inTime(server.content.prompts(), [])
          return prompts.flatMap((prompt) => infoOf(name, prompt))
        }),
      )
      return lists.flat()
    },
    async expand(command, args, { projectRoot }) {
      const [, name = '', wanted = ''] = /^([^:]+):(.+)$/s.exec(command) ?? []
      if (projectRoot === undefined || wanted === '') return undefined
      const servers = of(projectRoot)
      if (!(await servers.list()).some((one) => one.name === name)) return undefined
      const { content } = await servers.ready(name)
      const prompt = (await content.prompts()).find((one) => one.name === wanted)
      return content.prompt(wanted, readValues(args, prompt?.arguments ?? []), { signal: new AbortController().signal })
    },
  }
}

/** Of names that can be written behind a slash. */
function infoOf(server: string, { name, description, title, arguments: given }: McpPrompt): CommandInfo[] {
  if (!/^[\p{L}\p{N}._:-]+$/u.test(name)) return []
  const argumentHint = given.map((one) => (one.required ? `<${one.name}>` : `[${one.name}]`)).join(' ')
  const words = (description || title || '').replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed()
  return [{ name: `${server}:${name}`, kind: 'prompt', source: 'mcp', description: words, argumentHint }]
}

/** Words in the order of the arguments, the last of which takes what is left; `name=value` goes where it says. */
function readValues(args: string, known: McpPrompt['arguments']): Record<string, string> {
  const values = new Map<string, string>()
  const free: string[] = []
  for (const word of args.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []) {
    const plain = word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
    const [, key = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(plain) ?? []
    if (known.some(({ name }) => name === key)) values.set(key, value)
    else free.push(plain)
  }
  const open = known.filter(({ name }) => !values.has(name))
  open.forEach(({ name }, index) => {
    const isLast = index === open.length - 1
    const value = isLast ? free.slice(index).join(' ') : free[index]
    if (value !== undefined && value !== '') values.set(name, value)
  })
  return Object.fromEntries(values)
}
