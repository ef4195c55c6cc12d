import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createContext, runInContext, type Context } from 'node:vm'
import type * as Electron from 'electron'
import { honest } from './honest.ts'

/** What a sandboxed preload may require of Electron. */
type PreloadElectron = {
  contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>
  ipcRenderer: Pick<Electron.IpcRenderer, 'send'>
  webUtils: Pick<Electron.WebUtils, 'getPathForFile'>
}

/** One loaded page: its own world, and the preload's beside it. */
export interface Page {
  /** Runs an expression in the page's world and answers its value as JSON can hold it. */
  evaluate(expression: string): Promise<unknown>
  deliver(channel: string, value: unknown): void
}

export function openPage(preload: string, sendToHost: (channel: string, value: unknown) => void): Page {
  const world = createContext({ setTimeout, clearTimeout, URL })
  const ipcRenderer = Object.assign(new EventEmitter(), {
    send: (channel: string, value: unknown) => sendToHost(channel, structuredClone(value)),
  })
  const electron = {
    contextBridge: honest('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => Object.assign(world, { [key]: bridged(api), window: world }),
    }),
    ipcRenderer: honest('ipcRenderer', ipcRenderer),
    webUtils: honest('webUtils', { getPathForFile: (file: File) => `/dropped/${file.name}` }),
  } satisfies PreloadElectron
  runPreload(preload, honest('(preload)', electron))
  return {
    evaluate: async (expression) => JSON.parse(JSON.stringify((await runInContext(`(async () => (${expression}))()`, world)) ?? null)),
    deliver: (channel, value) => void ipcRenderer.emit(channel, {}, value),
  }
}

function runPreload(file: string, electron: object): void {
  const allowed: Record<string, unknown> = { electron, events: EventEmitter, timers: { setTimeout, clearTimeout }, url: { URL } }
  const require = (name: string): unknown => {
    if (Object.hasOwn(allowed, name)) return allowed[name]
    throw new Error(`A sandboxed preload cannot require ${name}`)
  }
  const world: Context = createContext({ require, module: { exports: {} }, exports: {}, console, setTimeout, clearTimeout })
  runInContext(readFileSync(file, 'utf8'), world, { filename: file })
}

/** As the context bridge passes values: functions become functions of the other world, everything else is a copy. */
function bridged(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]) => bridged((value as (...all: unknown[]) => unknown)(...args.map(bridged)))
  }
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== null && Object.values(value).some((member) => typeof member === 'function')) {
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, bridged(member)])))
  }
  return structuredClone(value)
}
