import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import type { HookDialect } from '../dialects/index.ts'
import { looksLikeExpressions, readExpressions } from './expressions.ts'
import { readGrouped } from './grouped.ts'
import { readListed } from './listed.ts'
import type { ImportFile } from './types.ts'

/** Reads another product's hooks; `file` tells which where the text does not. Undefined: there are none. */
export function readForeignHooks(text: string, file: string): ImportFile | undefined {
  const value = parsed(text)
  const root = asRecord(value)
  const hooks = root?.['hooks'] ?? (Array.isArray(value) ? value : undefined)
  if (Array.isArray(hooks)) return looksLikeExpressions(hooks) ? { dialect: 'expressions', hooks: readExpressions(hooks) } : undefined
  const byEvent = asRecord(hooks)
  if (!byEvent || Object.keys(byEvent).length === 0) return undefined
  const dialect = dialectOf(byEvent, { file, hasVersion: typeof root?.['version'] === 'number' })
  return { dialect, hooks: dialect === 'cursor' || dialect === 'copilot' ? readListed(byEvent, dialect) : readGrouped(byEvent, dialect) }
}

function dialectOf(hooks: Readonly<Record<string, unknown>>, { file, hasVersion }: { file: string; hasVersion: boolean }): HookDialect {
  const names = Object.keys(hooks)
  if (hasVersion || names.some((name) => /^[a-z]/.test(name))) {
    const isCopilot =
      /copilot|\.github/.test(file) ||
      names.some((name) => ['userPromptSubmitted', 'agentStop', 'errorOccurred', 'permissionRequest'].includes(name)) ||
      Object.values(hooks).some(hasBash)
    return isCopilot ? 'copilot' : 'cursor'
  }
  if (
    names.some((name) =>
      ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'PreCompress', 'BeforeToolSelection'].includes(
        name,
      ),
    )
  )
    return 'gemini'
  if (/\.gemini/.test(file)) return 'gemini'
  return /\.codex/.test(file) ? 'codex' : 'claude-code'
}

/** Copilot's handlers name their shell. */
function hasBash(handlers: unknown): boolean {
  return (
    Array.isArray(handlers) &&
    handlers.some((handler) => asRecord(handler)?.['bash'] !== undefined || asRecord(handler)?.['powershell'] !== undefined)
  )
}

function parsed(text: string): unknown {
  const errors: ParseError[] = []
  const json: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  if (errors.length === 0) return json
  for (const parse of [parseToml, (yaml: string): unknown => parseYaml(yaml, { maxAliasCount: 50 })]) {
    try {
      return parse(text)
    } catch {
      // The next language may fit.
    }
  }
  return undefined
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined
}
