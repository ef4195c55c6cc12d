import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** `builtin`: comes with the product. `user`: of the home folder. `project`: of the window's folder. */
export const AgentSource = z.enum(['builtin', 'user', 'project'])
export type AgentSource = z.infer<typeof AgentSource>

export const AgentDiagnostic = z.object({
  /** `error`: the definition cannot be used. */
  level: z.enum(['info', 'warning', 'error']),
  /** 1-based. */
  line: z.number().int(),
  problem: WireError,
})

/** An agent as its file defines it. */
export const AgentInfo = z.object({
  name: z.string(),
  description: z.string(),
  source: AgentSource,
  /** Id of the plugin it came with. */
  plugin: z.string().optional(),
  path: z.string(),
  /** With the home folder as `~`. */
  displayPath: z.string(),
  /** `shadowed`: another file of that name is stronger. `untrusted`: nobody trusts the folder it lies in. */
  state: z.enum(['active', 'shadowed', 'broken', 'untrusted']),
  /** Raw tool names and patterns; null: all. */
  tools: z.array(z.string()).nullable(),
  disallowedTools: z.array(z.string()),
  /** As written; `inherit` where nothing is. */
  model: z.string(),
  maxTurns: z.number().int().nullable(),
  /** null: its parent's. */
  permissionMode: z.string().nullable(),
  isReadOnly: z.boolean(),
  isBackground: z.boolean(),
  color: z.string(),
  /** Address of the card of an agent on another machine; absent: it works here. */
  remoteUrl: z.string().optional(),
  diagnostics: z.array(AgentDiagnostic),
})
export type AgentInfo = z.infer<typeof AgentInfo>

export const AgentDetail = AgentInfo.extend({
  /** What the agent is told; empty of a broken one. */
  prompt: z.string(),
  /** The whole file; empty of what cannot be read. */
  text: z.string(),
  /** Of that text, for `save` and `remove`. */
  hash: z.string(),
  /** `save` can write it: it lies in the folder of its source that is MewCode's own. */
  isEditable: z.boolean(),
})
export type AgentDetail = z.infer<typeof AgentDetail>

const own = { name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/), source: z.enum(['user', 'project']) }

/** Definitions as they lie on the disk now; Home has the user's and the built-in ones only. */
export const agents = {
  /** By name, the one in use before those it shadows. */
  list: method({ input: z.object({}), output: z.array(AgentInfo) }),
  /** Letter case aside; `path` names one that is shadowed. `agent.not_found`, `agent.not_found_near`. */
  show: method({ input: z.object({ name: z.string().max(200), path: z.string().optional() }), output: AgentDetail }),
  /**
   * Writes `NAME.md`, or the file there is of that name. Without `expectedHash` there must be none. What makes a text broken is
   * the error; `agent.name_differs`, `agent.taken`, `agent.changed_meanwhile`, `agent.link_out`.
   */
  save: method({
    input: z.object({ ...own, text: z.string().max(1_000_000), expectedHash: z.string().optional() }),
    output: AgentDetail,
  }),
  /** `agent.not_found`, `agent.changed_meanwhile`, `agent.link_out`. */
  remove: method({ input: z.object({ ...own, expectedHash: z.string().optional() }), output: z.object({}) }),
  /** Signs in to an agent on another machine, in the system's browser. `agent.not_found`, `a2a.*`, `mcp.sign_in_*`, `mcp.no_browser`. */
  login: method({ input: z.object({ name: z.string().max(200) }), output: z.object({}) }),
  /** Forgets the sign-in, and revokes what can be. */
  logout: method({ input: z.object({ name: z.string().max(200) }), output: z.object({}) }),
  /** What is wrong with a text, as a file of that name. */
  check: method({
    input: z.object({ text: z.string().max(1_000_000), fileName: z.string().max(255).default('agent.md') }),
    output: AgentDetail,
  }),
}
