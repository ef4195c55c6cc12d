import type { App } from 'electron'

/** A link or folder that a Mac hands over, or the app started once more, elsewhere with what it was started with. */
export type Heard =
  | { readonly kind: 'link' | 'folder'; readonly value: string }
  | { readonly kind: 'start'; readonly argv: readonly string[]; readonly cwd: string }

type Hears = Pick<App, never> & {
  on(event: 'open-url' | 'open-file', listener: (event: { preventDefault(): void }, value: string) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, argv: string[], cwd: string) => void): unknown
}

/** What the system says by event (`open-url`, `open-file`: a folder dropped on the dock), kept until somebody follows it. */
export function createHeard(app: Hears): { follow(listener: (heard: Heard) => void): void } {
  const early: Heard[] = []
  let tell = (heard: Heard): void => void early.push(heard)
  for (const [event, kind] of [['open-url', 'link'] as const, ['open-file', 'folder'] as const]) {
    app.on(event, (detail, value) => {
      detail.preventDefault()
      tell({ kind, value })
    })
  }
  app.on('second-instance', (_event, argv, cwd) => tell({ kind: 'start', argv, cwd }))
  return {
    follow(listener) {
      tell = listener
      early.splice(0).forEach(listener)
    },
  }
}
