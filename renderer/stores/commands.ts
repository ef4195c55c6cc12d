import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ActionCommand, CommandInfo } from '../../core/contract/commands.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

/** The table of commands is read from the host; these are the ones this page knows how to carry out. */
const ACTIONS = [
  'help',
  'clear',
  'compact',
  'resume',
  'sessions',
  'plan',
  'do',
  'mode',
  'model',
  'agent',
  'permissions',
  'memory',
  'rewind',
  'cost',
  'export',
  'doctor',
] as const satisfies readonly ActionCommand[]

/** Slash commands: the product's, the project's and the person's own. */
export const useCommandsStore = defineStore('commands', () => {
  const { client, onEvent } = useConnection()
  const app = useAppStore()
  const list = shallowRef<readonly CommandInfo[]>([])
  const problems = shallowRef<readonly WireError[]>([])
  const error = shallowRef<WireError>()
  let asked = 0
  let taken = 0

  /** Read anew each time the menu opens: the files may have changed. */
  async function load(): Promise<void> {
    const mine = ++asked
    try {
      const answer = await client.commands.list({ language: app.language })
      // Servers are asked for their prompts: an older answer may come after a newer one.
      if (mine < taken) return
      taken = mine
      list.value = answer.commands
      problems.value = answer.problems
      error.value = undefined
    } catch (failure) {
      if (mine > taken) error.value = failureOf(failure)
    }
  }

  /** The action a message asks for; undefined for what is sent as it is. */
  function actionOf(text: string): { readonly name: ActionCommand; readonly args: string } | undefined {
    const [, word, args = ''] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
    const isAction = list.value.some(({ name, kind }) => name === word && kind === 'action')
    const name = ACTIONS.find((each) => each === word)
    return isAction && name ? { name, args: args.trim() } : undefined
  }

  onScopeDispose(onEvent((event) => void (event.type === 'settings.changed' && list.value.length > 0 && load())))

  /** Once the table was read for the first time, or could not be. */
  const ready = load()

  return { list: computed(() => list.value), problems, error, load, ready, actionOf }
})
