import type { App } from 'electron'

export type Heard = { readonly kind: 'link' | 'folder'; readonly value: string }
type Hears = Pick<App, never> & { on(event: string, listener: (event: { preventDefault(): void }, value: string) => void): unknown }

/** What a Mac says by event (`open-url`, `open-file`: a folder dropped on the dock), kept until somebody follows it. */
export function createHeard(app: Hears): { follow(listener: (heard: Heard) => void): void } {
  const early: Heard[] = []
  let tell = (heard: Heard): void => void early.push(heard)
  for (const [event, kind] of [['open-url', 'link'] as const, ['open-file', 'folder'] as const]) {
    app.on(event, (detail, value) => {
      detail.preventDefault()
      tell({ kind, value })
    })
  }
  return {
    follow(listener) {
      tell = listener
      early.splice(0).forEach(listener)
    },
  }
}
