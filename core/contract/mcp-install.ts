import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** Where an entry is kept: the user's `config.yaml` or the project's `.mewcode.yaml`. */
export const McpTarget = z.enum(['user', 'project'])
export type McpTarget = z.infer<typeof McpTarget>

/** A value a bundle or an entry needs from the person. */
export const McpSetting = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(['string', 'number', 'boolean', 'file', 'directory']),
  /** Goes to the keychain, never into a file. */
  isSecret: z.boolean(),
  /** Several values, a line each. */
  isList: z.boolean(),
  required: z.boolean(),
  /** As text. */
  initial: z.string(),
})
export type McpSetting = z.infer<typeof McpSetting>

/** A server that could be added: exactly what would run or be reached. */
export const McpCandidate = z.object({
  name: z.string(),
  type: z.enum(['stdio', 'http', 'sse']).nullable(),
  /** Command and arguments, or the address. */
  runs: z.string(),
  cwd: z.string().nullable(),
  /** Names only. */
  env: z.array(z.string()),
  headers: z.array(z.string()),
  /** Of the environment that its values refer to. */
  variables: z.array(z.string()),
  /** Things to know before saying yes: a package without a version, a name that is taken. */
  warnings: z.array(WireError),
  /** It cannot be added as it stands. */
  problem: WireError.nullable(),
  settings: z.array(McpSetting),
})
export type McpCandidate = z.infer<typeof McpCandidate>

export const McpOffer = z.object({
  /** Good for one `add`, for some minutes. */
  offerId: z.string(),
  /** Where it comes from, as told: a pasted text, a file, a link, another program. */
  from: z.string(),
  candidates: z.array(McpCandidate),
})
export type McpOffer = z.infer<typeof McpOffer>

/** Another program's servers on this machine. */
export const McpForeign = z.object({
  /** `claude-code`, `claude-desktop`, `cursor`, `vscode`, `codex`, `gemini`, `opencode`, `windsurf`. */
  program: z.string(),
  path: z.string(),
  servers: z.array(z.string()),
})
export type McpForeign = z.infer<typeof McpForeign>

const name = z.string()

/** An entry as a form edits it. A value that stands in the file as a literal secret is `null`: it stays as it is. */
export const McpEntryForm = z.object({
  type: z.enum(['stdio', 'http', 'sse']),
  command: z.string().max(4_000).default(''),
  args: z.array(z.string().max(4_000)).max(1_000).default([]),
  cwd: z.string().max(4_000).default(''),
  env: z.record(z.string(), z.string().max(10_000).nullable()).default({}),
  url: z.string().max(4_000).default(''),
  headers: z.record(z.string(), z.string().max(10_000).nullable()).default({}),
})
export type McpEntryForm = z.infer<typeof McpEntryForm>

/** Adding and changing entries. Nothing is written or started before `add` or `change`. */
export const mcpInstall = {
  /** Reads JSON, YAML, a command line, an address, a `claude mcp add …` line or a `mewcode://mcp/install` link. `mcp.nothing_to_add`. */
  readText: method({ input: z.object({ text: z.string().max(200_000) }), output: McpOffer }),
  readForm: method({ input: z.object({ name, entry: McpEntryForm }), output: McpOffer }),
  /** A ticket's path for one PUT of a bundle's or a configuration file's bytes; its answer is a `DropResult` of kind `mcp`. */
  uploadFile: method({ input: z.object({ name: z.string().max(300), bytes: z.number().int() }), output: z.object({ path: z.string() }) }),
  foreign: method({ input: z.object({}), output: z.array(McpForeign) }),
  readForeign: method({ input: z.object({ path: z.string() }), output: McpOffer }),
  /** Writes those of an offer and starts them. `mcp.offer_gone`, `mcp.exists`, `config.*`, `policy.*`. */
  add: method({
    input: z.object({
      offerId: z.string(),
      target: McpTarget,
      /** By the offer's names; `as`: under another name. */
      servers: z
        .array(z.object({ name, as: name.optional(), settings: z.record(z.string(), z.string().max(10_000)).default({}) }))
        .min(1)
        .max(200),
    }),
    output: z.object({ added: z.array(z.string()) }),
  }),
  /** What a form shows of an entry. `mcp.not_found`. */
  entry: method({ input: z.object({ name }), output: McpEntryForm }),
  /** The entry as it stands in its file, as YAML without comments; what may be a key is masked. `mcp.not_found`, `mcp.of_plugin`. */
  definition: method({ input: z.object({ name }), output: z.object({ text: z.string() }) }),
  /** Comments, order and every key the form does not know stay. `mcp.not_found`, `config.*`. */
  change: method({ input: z.object({ name, entry: McpEntryForm }), output: z.object({}) }),
}
