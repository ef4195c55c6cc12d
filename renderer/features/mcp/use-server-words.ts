import { useI18n } from 'vue-i18n'
import type { McpServer } from '../../../core/contract/mcp.ts'
import { useErrorWords, useFormat } from '../../i18n/index.ts'
import { failsOften } from '../../lib/mcp-need.ts'

/** How often a server that ends by itself is started again. */
const TRIES = 5

interface ServerWords {
  /** Empty where the rest says it all. */
  readonly state: string
  readonly rest: string
}

/** What the list says of a server: its state and why, or what it does. */
export function useServerWords(): (server: McpServer) => ServerWords {
  const { t } = useI18n()
  const words = useErrorWords()
  const format = useFormat()

  const work = ({ tools, calls, failedCalls, changedTools, memoryBytes }: McpServer): string =>
    [
      t('mcp.tools', { n: tools }, tools),
      calls > 0 && t('mcp.calls', { n: format.number(calls) }, calls),
      failedCalls > 0 && t('mcp.failedCalls', { n: format.number(failedCalls) }, failedCalls),
      changedTools > 0 && t('mcp.changedTools', { n: changedTools }, changedTools),
      memoryBytes !== null && format.bytes(memoryBytes),
    ]
      .filter((part) => part !== false)
      .join(' · ')

  return (server) => {
    const { state, problem, attempt, type, runs, file } = server
    // The row is short; the page of the server names the whole path.
    const why = problem ? words(problem).what.replace(file, file.split(/[\\/]/).at(-1) ?? '') : ''
    switch (state) {
      case 'ready':
        return { state: failsOften(server) ? t('mcp.says.unsteady') : '', rest: work(server) }
      case 'reconnecting':
        return { state: attempt > 0 ? t('mcp.says.try', { n: attempt, of: TRIES }) : t('mcp.says.reconnecting'), rest: why }
      case 'untrusted':
        return {
          state: t('mcp.says.untrusted'),
          rest: runs === '' ? '' : t(type === 'stdio' ? 'mcp.wouldRun' : 'mcp.wouldReach', { runs }),
        }
      case 'needs_env':
        return { state: t('mcp.says.needs_env'), rest: problem?.params['variables'] ?? why }
      case 'needs_auth':
        // That it is wanted the state says already; why it ended it does not.
        return { state: t('mcp.says.needs_auth'), rest: problem?.code === 'mcp.needs_auth' ? '' : why }
      default:
        return { state: t(`mcp.says.${state}`), rest: why }
    }
  }
}
