import type { z } from 'zod'

/** One call across the wall: what it takes and what it answers, both JSON values. */
export interface Method<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I
  readonly output: O
}

/** Defines one method of the contract. */
export function method<I extends z.ZodType, O extends z.ZodType>(definition: Method<I, O>): Method<I, O> {
  return definition
}

export type ContractShape = Record<string, Record<string, Method>>

export interface CallOptions {
  /** Aborts this call only; a running turn is stopped with `turns.cancel`. */
  signal?: AbortSignal
}

/** The typed client: `await rpc.sessions.list({})`. */
export type Client<C extends ContractShape> = {
  readonly [D in keyof C]: {
    readonly [M in keyof C[D]]: (input: z.input<C[D][M]['input']>, options?: CallOptions) => Promise<z.output<C[D][M]['output']>>
  }
}

/** Who is calling. It comes from the transport, never from input. */
export interface Caller {
  /** Identity of the window or process at the other end; stable for the connection's life. */
  readonly windowId: string
  /** The project this window is bound to; undefined for Home. */
  readonly projectId: string | undefined
}

export interface CallContext {
  readonly signal: AbortSignal
  readonly caller: Caller
}

/** The host's side: a missing or an extra handler does not compile. */
export type Handlers<C extends ContractShape> = {
  readonly [D in keyof C]: {
    readonly [M in keyof C[D]]: (input: z.output<C[D][M]['input']>, context: CallContext) => Promise<z.input<C[D][M]['output']>>
  }
}
