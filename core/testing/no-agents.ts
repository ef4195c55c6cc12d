import type { Board, RunAgent } from '../tools/index.ts'

const none = (): Promise<never> => Promise.reject(new Error('no agents here'))

/** For tests of tools that stand alone. */
export const noAgents: { runAgent: RunAgent; board: Board } = {
  runAgent: none,
  board: { create: none, update: none, list: none, get: none, stop: none, send: none },
}
