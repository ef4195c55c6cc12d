import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { McpServer, McpTool, McpToolUse } from '../../core/contract/mcp.ts'
import { isTrouble } from '../lib/mcp-need.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

/** Servers that start together tell it together. */
const CALM_MS = 120

/** MCP servers of this window's project and of the person, with what they can do. */
export const useMcpStore = defineStore('mcp', () => {
  const { client, onEvent } = useConnection()
  const app = useAppStore()
  /** Undefined until first loaded. */
  const list = shallowRef<readonly McpServer[]>()
  const error = shallowRef<WireError>()
  /** By server, of those that were looked at. */
  const tools = shallowRef<ReadonlyMap<string, readonly McpTool[]>>(new Map())
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  const ready = computed(() => (list.value ?? []).filter(({ state }) => state === 'ready').length)
  const trouble = computed(() => (list.value ?? []).filter(isTrouble).length)

  /** Of a project's window only: Home has none. */
  async function load(): Promise<void> {
    await take(() => client.mcp.list({}))
  }

  /** Starts what may be started, and waits for each. */
  async function check(): Promise<void> {
    await client.mcp.status({})
    await load()
  }

  async function take(ask: () => Promise<readonly McpServer[]>): Promise<void> {
    const mine = ++asked
    try {
      const answer = await ask()
      if (mine !== asked) return
      list.value = answer
      error.value = undefined
    } catch (failure) {
      if (mine === asked) error.value = failureOf(failure)
    }
  }

  /** Of a server that is ready; another one keeps those it had. */
  async function loadTools(name: string): Promise<void> {
    if (list.value?.find((one) => one.name === name)?.state !== 'ready') return
    const all: McpTool[] = []
    for (;;) {
      const more = await client.mcp.tools({ name, from: all.length })
      if (more.length === 0) break
      all.push(...more)
    }
    tools.value = new Map([...tools.value, [name, all]])
  }

  /** By the model, by tool. */
  const usage = (name: string): Promise<readonly McpToolUse[]> => client.mcp.usage({ name })

  /** Its entry as text, keys masked. */
  const definition = async (name: string): Promise<string> => (await client.mcpInstall.definition({ name })).text

  async function setEnabled(name: string, enabled: boolean): Promise<void> {
    await client.mcp.setEnabled({ name, enabled })
    await load()
  }

  async function setTool(name: string, tool: string, enabled: boolean): Promise<void> {
    await client.mcp.setTool({ name, tool, enabled })
    await loadTools(name)
  }

  /** Of one tool, or of all. */
  async function lookedAt(name: string, tool?: string): Promise<void> {
    await client.mcp.lookedAt({ name, ...(tool !== undefined && { tool }) })
    await loadTools(name)
    await load()
  }

  async function restart(name: string): Promise<void> {
    await client.mcp.restart({ name })
    await load()
  }

  async function remove(name: string): Promise<void> {
    await client.mcp.remove({ name })
    tools.value = new Map([...tools.value].filter(([each]) => each !== name))
    await load()
  }

  onScopeDispose(
    onEvent((event) => {
      const isMine = event.type === 'mcp.changed' ? event.projectId === app.project?.id : event.type === 'settings.changed'
      if (!isMine || !list.value) return
      clearTimeout(timer)
      timer = setTimeout(() => void load(), CALM_MS)
    }),
  )
  onScopeDispose(() => clearTimeout(timer))

  return { list, error, tools, ready, trouble, load, check, loadTools, usage, definition, setEnabled, setTool, lookedAt, restart, remove }
})
