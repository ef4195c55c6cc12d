/** One end of a wire between processes that structured-clones what crosses (`fork` with `serialization: 'advanced'`). */
export interface Wire {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

type Methods = Record<string, (...args: never[]) => unknown>
type Remote<M extends Methods> = { [K in keyof M]: (...args: Parameters<M[K]>) => Promise<Awaited<ReturnType<M[K]>>> }
type Message = { ask: number; method: string; args: never[] } | { answer: number; value?: unknown; error?: string }

/** Calls the other end's methods by name, and answers its calls with `local`, in the order they come. */
export function createPeer<M extends Methods>(wire: Wire, local: Methods): Remote<M> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  const obey = async ({ ask, method, args }: Extract<Message, { ask: number }>): Promise<void> => {
    try {
      const run = local[method]
      if (!run) throw new Error(`The other end has no ${method}`)
      wire.send({ answer: ask, value: await run(...args) })
    } catch (error) {
      wire.send({ answer: ask, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  wire.onMessage((raw) => {
    const message = raw as Message
    if ('ask' in message) return void obey(message)
    const call = waiting.get(message.answer)
    waiting.delete(message.answer)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  })
  return new Proxy({} as Remote<M>, {
    get:
      (_, method: string) =>
      (...args: unknown[]) => {
        const call = Promise.withResolvers<unknown>()
        waiting.set(++lastId, call)
        wire.send({ ask: lastId, method, args })
        return call.promise
      },
  })
}
