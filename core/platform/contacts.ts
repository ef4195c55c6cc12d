import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'
import type { ContactOutcome, ContactPurpose } from '../contract/contacts.ts'

/** A step of a request to a host: it begins as `waiting` and ends once, or never. */
export interface ContactStep {
  readonly host: string
  readonly purpose: ContactPurpose
  readonly outcome: ContactOutcome
  readonly status: number | null
}

// What it is for travels with the asynchronous work, so that requests of an SDK have it too.
const purposes = new AsyncLocalStorage<ContactPurpose>()
const elsewhere = new Set<(step: ContactStep) => void>()

/** Requests that `work` makes are for this. */
export function contactingFor<T>(purpose: ContactPurpose, work: () => T): T {
  return purposes.run(purpose, work)
}

/** The same for git, whose short form of ssh is an address too. One without a host is a folder of this machine. */
export async function contactingByGit<T>(address: string, purpose: ContactPurpose, work: () => Promise<T>): Promise<T> {
  const host = /^[\w.-]+@([\w.-]+):/.exec(address)?.[1] ?? URL.parse(address)?.host ?? ''
  const tell = (outcome: ContactOutcome): void => {
    if (host !== '') tellContact({ host, purpose, outcome, status: null })
  }
  tell('waiting')
  try {
    const done = await work()
    tell('answered')
    return done
  } catch (error) {
    tell('failed')
    throw error
  }
}

/** Tells of a contact that Node's own HTTP does not make: of Electron's network, of a tunnel. */
export function tellContact(step: ContactStep): void {
  for (const heard of elsewhere) heard(step)
}

/**
 * Every request this process makes to a host, wherever in it: Node itself tells of them, so none is forgotten, only its purpose
 * may be (`other`). `heard` must not throw. Returns the undo.
 */
export function watchContacts(heard: (step: ContactStep) => void): () => void {
  const open = new WeakMap<object, Pick<ContactStep, 'host' | 'purpose'>>()
  function begin(request: object, host: string): void {
    const contact = { host, purpose: purposes.getStore() ?? 'other' }
    open.set(request, contact)
    heard({ ...contact, outcome: 'waiting', status: null })
  }
  function end(request: unknown, outcome: ContactOutcome, status: number | null): void {
    const contact = isObject(request) ? open.get(request) : undefined
    if (!isObject(request) || !contact) return
    open.delete(request)
    heard({ ...contact, outcome, status })
  }
  const answered = (message: unknown): void => end(part(message, 'request'), 'answered', statusOf(part(message, 'response')))
  const failed = (message: unknown): void => end(part(message, 'request'), 'failed', null)
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'http.client.request.created'(message) {
      const request = part(message, 'request')
      if (request instanceof ClientRequest) begin(request, hostOf(request))
    },
    'http.client.response.finish': answered,
    'http.client.request.error': failed,
    // Of Node's own `fetch`.
    'undici:request:create'(message) {
      const request = part(message, 'request')
      if (isObject(request)) begin(request, URL.parse(String(part(request, 'origin')))?.host ?? '')
    },
    'undici:request:headers': answered,
    'undici:request:error': failed,
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener)
  elsewhere.add(heard)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener)
    elsewhere.delete(heard)
  }
}

/** The port is kept in the header alone, which a caller may have set to anything. */
function hostOf(request: ClientRequest): string {
  const bare = request.host.includes(':') ? `[${request.host}]` : request.host
  const url = URL.parse(`${request.protocol}//${String(request.getHeader('host') ?? '')}`)
  return url?.hostname === bare.toLowerCase() ? url.host : bare
}

function statusOf(response: unknown): number | null {
  const status = part(response, 'statusCode')
  return typeof status === 'number' ? status : null
}

function part(whole: unknown, name: string): unknown {
  return isObject(whole) ? Reflect.get(whole, name) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
