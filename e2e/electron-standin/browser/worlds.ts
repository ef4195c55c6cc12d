import { pack, unpack } from '../pack.ts'

/** The preload's world, and the binding that leads from it to the host. */
export const PRELOAD_WORLD = 'mewcode-preload'
export const TO_HOST = 'standInToHost'

/** Page's world: makes what the preload exposes, functions that run in the other world. Values cross as copies, in order, at once. */
export function pageWorld(secret: string): string {
  return `(${inPageWorld.toString()})(${JSON.stringify(secret)})`
}

/** The built preload in its own world, with what a sandboxed preload has. */
export function preloadWorld(secret: string, preload: string): string {
  const shims = `${pack.toString()}\n${unpack.toString()}\n${inPreloadWorld.toString()}`
  return `if (window === window.top) { ${shims}\ninPreloadWorld(${JSON.stringify(secret)}, ${JSON.stringify(TO_HOST)}, pack, unpack, (require, module, exports) => {\n${preload}\n}) }`
}

function inPageWorld(secret: string): void {
  if (window !== window.top) return
  const listen = window.addEventListener.bind(window)
  const dispatch = window.dispatchEvent.bind(window)
  const Custom = CustomEvent
  const callbacks: ((...args: unknown[]) => unknown)[] = []
  let result: { value?: unknown; error?: string } = {}
  const passed = (value: unknown): unknown => {
    if (typeof value !== 'function') return value
    callbacks.push(value as (...args: unknown[]) => unknown)
    return { standInCallback: callbacks.length - 1 }
  }
  const made = (shape: unknown): unknown => {
    if (typeof shape !== 'object' || shape === null) return shape
    if ('standInFunction' in shape) {
      const at = shape.standInFunction
      return (...args: unknown[]) => {
        result = {}
        dispatch(new Custom(`${secret}:call`, { detail: { at, args: args.map(passed) } }))
        if (result.error !== undefined) throw new Error(result.error)
        return made(result.value)
      }
    }
    if (Object.getPrototypeOf(shape) !== Object.prototype) return shape
    return Object.freeze(Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, made(member)])))
  }
  listen(`${secret}:result`, (event) => (result = (event as CustomEvent<typeof result>).detail))
  listen(`${secret}:back`, (event) => {
    const { at, args } = (event as CustomEvent<{ at: number; args: unknown[] }>).detail
    callbacks[at]?.(...args)
  })
  listen(`${secret}:expose`, (event) => {
    const { key, shape } = (event as CustomEvent<{ key: string; shape: unknown }>).detail
    Object.defineProperty(window, key, { value: made(shape), enumerable: true })
  })
}

type Run = (require: (name: string) => unknown, module: object, exports: object) => void
type Transcode = (value: unknown) => unknown

// source text for another world: what it needs is handed in
function inPreloadWorld(secret: string, toHost: string, pack: Transcode, unpack: Transcode, run: Run): void {
  const functions: ((...args: unknown[]) => unknown)[] = []
  const listeners = new Map<string, Set<(event: object, value: unknown) => void>>()
  const dropped: { name: string; size: number; lastModified: number; path: string }[] = []
  const say = (kind: string, detail: unknown): void => void window.dispatchEvent(new CustomEvent(`${secret}:${kind}`, { detail }))
  const honest = (name: string, made: object): object =>
    new Proxy(made, {
      get(target, member) {
        if (typeof member === 'string' && !Reflect.has(target, member)) throw new Error(`The Electron stand-in has no ${name}.${member}`)
        return Reflect.get(target, member) as unknown
      },
    })
  const shown = (value: unknown): unknown => {
    if (typeof value === 'function') {
      functions.push(value as (...args: unknown[]) => unknown)
      return { standInFunction: functions.length - 1 }
    }
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]))
  }
  const taken = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('standInCallback' in value)) return value
    return (...args: unknown[]) => say('back', { at: value.standInCallback, args })
  }
  window.addEventListener(`${secret}:call`, (event) => {
    const { at, args } = (event as CustomEvent<{ at: number; args: unknown[] }>).detail
    try {
      say('result', { value: shown(functions[at]?.(...args.map(taken))) })
    } catch (error) {
      say('result', { error: String(error) })
    }
  })
  const ipcRenderer = {
    send: (channel: string, value: unknown) =>
      (Reflect.get(window, toHost) as (text: string) => void)(JSON.stringify({ channel, value: pack(structuredClone(value)) })),
    on: (channel: string, listener: () => void) => void listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener)),
    off: (channel: string, listener: () => void) => void listeners.get(channel)?.delete(listener),
  }
  Object.assign(window, {
    standInDeliver(channel: string, packed: unknown) {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, unpack(packed))
    },
    standInDropped: (files: typeof dropped) => void dropped.push(...files),
  })
  const electron = honest('(preload)', {
    contextBridge: honest('contextBridge', { exposeInMainWorld: (key: string, api: unknown) => say('expose', { key, shape: shown(api) }) }),
    ipcRenderer: honest('ipcRenderer', ipcRenderer),
    // Only a file that the person dropped has a place on the disk.
    webUtils: honest('webUtils', {
      getPathForFile: ({ name, size, lastModified }: File) =>
        dropped.find((file) => file.name === name && file.size === size && file.lastModified === lastModified)?.path ?? '',
    }),
  })
  const allowed: Record<string, unknown> = { electron, events: {}, timers: { setTimeout, clearTimeout }, url: { URL } }
  const require = (name: string): unknown => {
    if (Object.hasOwn(allowed, name)) return allowed[name]
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  run(require, module, module.exports)
}
