import type { ActionCommand } from '../../core/contract/commands.ts'
import type { Mode } from '../../core/contract/common.ts'
import { saveText } from '../lib/save-text.ts'
import { useAttempt } from '../stores/attempt.ts'
import { useContextStore } from '../stores/context.ts'
import { useNavigationStore } from '../stores/navigation.ts'
import { useProvidersStore } from '../stores/providers.ts'
import { useRewindStore } from '../stores/rewind.ts'
import { useSessionSearchStore } from '../stores/session-search.ts'
import { useSessionsStore } from '../stores/sessions.ts'
import { useTurnsStore } from '../stores/turns.ts'

const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk'] as const satisfies readonly Mode[]

/** What the window lends to commands. */
export interface CommandPlace {
  showContext(): void
  /** Puts a text into the message box. */
  fill(text: string): void
  focusPicker(which: 'mode' | 'model' | 'agent'): void
  /** What “carry it out” says to the model in the window's language. */
  readonly carryOut: () => string
}

/** Carries out the slash commands that are the window's own. */
export function useCommands(place: CommandPlace) {
  const navigation = useNavigationStore()
  const sessions = useSessionsStore()
  const providers = useProvidersStore()
  const context = useContextStore()
  const search = useSessionSearchStore()
  const rewind = useRewindStore()
  const turns = useTurnsStore()
  const attempt = useAttempt()

  async function inMode(mode: Mode, text: string): Promise<void> {
    await sessions.setMode(mode)
    if (text !== '') await turns.start({ text, attachments: [] })
  }

  /** A mode or a model by its name; without one the picker is shown. What lets everything pass is never a word away. */
  async function setMode(name: string): Promise<void> {
    const mode = MODES.find((each) => each.toLowerCase() === name.toLowerCase())
    if (mode) await sessions.setMode(mode)
    else place.focusPicker('mode')
  }

  async function setModel(name: string): Promise<void> {
    const found = providers.list?.find((each) => [each.model, each.roles.haiku, each.roles.sonnet, each.roles.opus].includes(name))
    if (found) await sessions.setModel({ provider: found.name, model: name })
    else place.focusPicker('model')
  }

  async function setAgent(name: string): Promise<void> {
    if (name === '') place.focusPicker('agent')
    else await sessions.setAgent(name.toLowerCase() === 'default' ? null : name)
  }

  async function exportSession(): Promise<void> {
    if (sessions.selectedId === undefined) return
    const { name, text } = await sessions.exportText(sessions.selectedId, 'md')
    saveText(name, text)
  }

  const actions: Record<ActionCommand, (args: string) => unknown> = {
    help: () => place.fill('/'),
    clear: () => sessions.clear(),
    compact(args) {
      place.showContext()
      return context.compact(args)
    },
    resume: (args) => search.open(args),
    sessions: (args) => search.open(args),
    plan: (args) => inMode('plan', args),
    do: (args) => inMode('default', args || place.carryOut()),
    mode: setMode,
    model: setModel,
    agent: setAgent,
    permissions: () => navigation.openSettings('permissions'),
    memory: () => navigation.openSettings('memory'),
    rewind: () => rewind.openList(),
    cost: () => navigation.openSettings('usage'),
    export: exportSession,
    doctor: () => navigation.openSettings('about'),
  }

  return { error: attempt.error, run: (name: ActionCommand, args: string) => attempt.run(async () => void (await actions[name](args))) }
}
