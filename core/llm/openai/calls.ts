import { isObject, parseJson, stringOf, type JsonObject } from '../json.ts'

/** A call as its pieces come in. */
export interface OpenCall {
  readonly index: number | undefined
  readonly id: string
  readonly vendorId: string
  name: string
  arguments: string
  bytes: number
}

/**
 * Finds the call a piece belongs to, or opens one. The vendor keys pieces by `index`; compatible servers leave it out,
 * send 0 for every call, repeat id or name with every piece, give all calls one id, or send a call whole.
 */
export class CallCollector {
  readonly calls: OpenCall[] = []
  readonly #newId: (vendorId: string) => string

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
    const sameIds = vendorId === '' ? [] : this.calls.filter((call) => call.vendorId === vendorId)
    const sameId = sameIds.findLast((call) => call.index === index) ?? sameIds.at(-1)
    if (sameId) return isCallOfItsOwn(sameId, { index, name }) ? undefined : sameId
    const candidate = index === undefined ? this.calls.at(-1) : this.calls.findLast((call) => call.index === index)
    if (!candidate) return undefined
    if (vendorId !== '' && candidate.vendorId !== '') return undefined
    return opensAnother(candidate, name) ? undefined : candidate
  }

  #open({ index, vendorId }: { index: number | undefined; vendorId: string }): OpenCall {
    const call: OpenCall = { index, id: this.#newId(vendorId), vendorId, name: '', arguments: '', bytes: 0 }
    this.calls.push(call)
    return call
  }
}

/** One id for all calls of an answer: another index that comes with a name tells them apart. */
function isCallOfItsOwn(call: OpenCall, { index, name }: { index: number | undefined; name: string }): boolean {
  return name !== '' && index !== undefined && call.index !== undefined && index !== call.index
}

/** Without an id a name tells: another name, or a name again after arguments that are already whole. */
function opensAnother(call: OpenCall, name: string): boolean {
  if (name === '' || call.name === '') return false
  if (name !== call.name) return true
  return call.arguments.trimEnd().endsWith('}') && isObject(parseJson(call.arguments))
}

function append(call: OpenCall, given: unknown): void {
  const text = isObject(given) ? JSON.stringify(given) : stringOf(given)
  call.arguments += text
  call.bytes += Buffer.byteLength(text)
}
