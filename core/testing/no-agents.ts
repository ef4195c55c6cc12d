import type { Board, HostOfAgent, RunAgent } from '../tools/index.ts'

const none = (): Promise<never> => Promise.reject(new Error('no agents here'))

/** For tests of tools that stand alone. */
export const noAgents: { runAgent: RunAgent; hostOfAgent: HostOfAgent; board: Board } = {
  runAgent: none,
  hostOfAgent: async () => undefined,
  board: { create: none, update: none, list: none, get: none, stop: none, send: none },
}
