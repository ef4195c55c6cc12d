import { textField } from '../../../lib/fields.ts'
import DiffBody from './DiffBody.vue'
import HitsBody from './HitsBody.vue'
import McpBody from './McpBody.vue'
import MediaBody from './MediaBody.vue'
import PathsBody from './PathsBody.vue'
import ReadBody from './ReadBody.vue'
import TerminalBody from './TerminalBody.vue'
import TextBody from './TextBody.vue'
import TodoBody from './TodoBody.vue'
import type { ToolCall, ToolCard } from './tool-card.ts'

const path = (call: ToolCall): string => call.meta.path ?? textField(call.input, 'path') ?? ''

/** A search says what for and, when not everywhere, where. */
const pattern = (call: ToolCall): string => [textField(call.input, 'pattern'), textField(call.input, 'path')].filter(Boolean).join('  ')

const changesFile = { target: path, body: DiffBody, opens: (call: ToolCall) => call.meta.diff !== undefined || call.state === 'failed' }
const failed = (call: ToolCall): boolean => call.state === 'failed'
/** A picture is worth more than its name. */
const failedOrShows = (call: ToolCall): boolean => failed(call) || call.content.some(({ type }) => type !== 'text')

const shell = (call: ToolCall): string => textField(call.input, 'id') ?? ''

/** What was asked about, in the question's own one or two words. */
function headers({ input }: ToolCall): string {
  if (typeof input !== 'object' || input === null || !('questions' in input) || !Array.isArray(input.questions)) return ''
  return input.questions.flatMap((question) => textField(question, 'header') ?? []).join(', ')
}

function isBackground(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'background' in input && input.background === true
}

const cards: ReadonlyMap<string, ToolCard> = new Map<string, ToolCard>([
  ['read_file', { icon: 'book', verb: () => 'read', target: path, body: ReadBody, opens: failedOrShows, counts: 'lines', merges: true }],
  ['grep', { icon: 'search', verb: () => 'searched', target: pattern, body: HitsBody, opens: () => true, counts: 'hits' }],
  ['glob', { icon: 'search', verb: () => 'searched', target: pattern, body: PathsBody, opens: failed, counts: 'files', merges: true }],
  ['edit_file', { icon: 'pencil', verb: () => 'edited', ...changesFile }],
  ['multi_edit', { icon: 'pencil', verb: () => 'edited', ...changesFile }],
  ['write_file', { icon: 'pencil', verb: () => 'wrote', ...changesFile }],
  [
    'bash',
    {
      icon: 'terminal',
      verb: ({ input }) => (isBackground(input) ? 'started' : 'ran'),
      target: (call) => textField(call.input, 'command') ?? '',
      body: TerminalBody,
      opens: (call) => call.state !== 'done' || (call.meta.exitCode ?? 0) !== 0,
    },
  ],
  ['bash_output', { icon: 'terminal', verb: () => 'looked', target: shell, body: TerminalBody, opens: failed, merges: true }],
  ['bash_stop', { icon: 'stop', verb: () => 'stopped', target: shell, body: TextBody, opens: failed }],
  [
    'web_fetch',
    {
      icon: 'globe',
      verb: () => 'fetched',
      target: (call) => textField(call.input, 'url') ?? '',
      body: TextBody,
      opens: failed,
      merges: true,
    },
  ],
  [
    'load_skill',
    {
      icon: 'diamond',
      verb: () => 'loaded',
      target: (call) => textField(call.input, 'name') ?? '',
      body: TextBody,
      opens: failed,
      merges: true,
    },
  ],
  [
    'install_skill',
    { icon: 'bookmark', verb: () => 'installed', target: (call) => textField(call.input, 'source') ?? '', body: TextBody, opens: failed },
  ],
  [
    'memory_write',
    { icon: 'book', verb: () => 'noted', target: (call) => textField(call.input, 'title') ?? '', body: TextBody, opens: failed },
  ],
  ['ask_user', { icon: 'message', verb: () => 'asked', target: headers, body: TextBody, opens: failed }],
  ['exit_plan', { icon: 'list', verb: () => 'proposed', target: () => '', body: TextBody, opens: failed }],
  ['todo_write', { icon: 'list', verb: () => 'planned', target: () => '', body: TodoBody, opens: failed }],
  [
    'agent',
    {
      icon: 'message',
      verb: () => 'delegated',
      target: (call) => textField(call.input, 'description') ?? '',
      body: TextBody,
      opens: failed,
    },
  ],
  [
    'send_message',
    { icon: 'message', verb: () => 'told', target: (call) => textField(call.input, 'to') ?? '', body: TextBody, opens: failed },
  ],
])

const anyTool: ToolCard = {
  icon: 'chip',
  verb: () => 'used',
  target: (call) => call.name,
  body: MediaBody,
  opens: failedOrShows,
}

/** A tool of an MCP server: more than words may come back. */
const serverTool: ToolCard = {
  ...anyTool,
  icon: 'plug',
  body: McpBody,
  opens: (call) => failedOrShows(call) || (call.meta.fromServer?.audio.length ?? 0) > 0,
}

/** How a call looks wherever it is shown; a tool without a card of its own is shown by name. */
export function callCard(name: string): ToolCard {
  return cards.get(name) ?? (name.startsWith('mcp__') ? serverTool : anyTool)
}
