import { isObject, stringOf, type JsonObject } from '../json.ts'
import { createObjectEnd, type ObjectEnd } from './object-end.ts'

/** A call as its pieces come in. */
export interface OpenCall {
  readonly index: number | undefined
  readonly id: string
  readonly vendorId: string
  name: string
  arguments: string
  bytes: number
  readonly end: ObjectEnd
}

/**
 * Finds the call a piece belongs to, or opens one. The vendor keys pieces by `index`; compatible servers leave it out,
 * send 0 for every call, repeat id or name with every piece, give all calls one id, or send a call whole.
 */
export class CallCollector {
  readonly calls: OpenCall[] = []
  readonly #newId: (vendorId: string) => string
  /** The newest call of each id, of each index, and of both: an answer may hold thousands, and each has many pieces. */
  readonly #newest = { id: new Map<string, OpenCall>(), index: new Map<number | undefined, OpenCall>(), both: new Map<string, OpenCall>() }

  constructor(newId: (vendorId: string) => string) {
    this.#newId = newId
  }

  take(piece: JsonObject): OpenCall {
    const called = isObject(piece['function']) ? piece['function'] : {}
    const index = typeof piece['index'] === 'number' ? piece['index'] : undefined
    const vendorId = stringOf(piece['id'])
    const name = stringOf(called['name'])
    const call = this.#find({ index, vendorId, name }) ?? this.#open({ index, vendorId })
    if (call.name === '') call.name = name
    append(call, called['arguments'])
    return call
  }

  #find({ index, vendorId, name }: { index: number | undefined; vendorId: string; name: string }): OpenCall | undefined {
    const sameId = vendorId === '' ? undefined : (this.#newest.both.get(keyOf(vendorId, index)) ?? this.#newest.id.get(vendorId))
    if (sameId) return isCallOfItsOwn(sameId, { index, name }) ? undefined : sameId
    const candidate = index === undefined ? this.calls.at(-1) : this.#newest.index.get(index)
    if (!candidate) return undefined
    if (vendorId !== '' && candidate.vendorId !== '') return undefined
    return opensAnother(candidate, name) ? undefined : candidate
  }

  #open({ index, vendorId }: { index: number | undefined; vendorId: string }): OpenCall {
    const call: OpenCall = { index, id: this.#newId(vendorId), vendorId, name: '', arguments: '', bytes: 0, end: createObjectEnd() }
    this.calls.push(call)
    this.#newest.id.set(vendorId, call)
    this.#newest.index.set(index, call)
    this.#newest.both.set(keyOf(vendorId, index), call)
    return call
  }
}

function keyOf(vendorId: string, index: number | undefined): string {
  return `${index} ${vendorId}`
}

/** One id for all calls of an answer: another index that comes with a name tells them apart. */
function isCallOfItsOwn(call: OpenCall, { index, name }: { index: number | undefined; name: string }): boolean {
  return name !== '' && index !== undefined && call.index !== undefined && index !== call.index
}

/** Without an id a name tells: another name, or a name again after arguments that are already whole. */
function opensAnother(call: OpenCall, name: string): boolean {
  if (name === '' || call.name === '') return false
  if (name !== call.name) return true
  return call.end.isWhole(call.arguments)
}

function append(call: OpenCall, given: unknown): void {
  const text = isObject(given) ? JSON.stringify(given) : stringOf(given)
  call.arguments += text
  call.end.take(text)
  call.bytes += Buffer.byteLength(text)
}
