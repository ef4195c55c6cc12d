import type { AgentsSettings } from './app.ts'

/** How agents are run where nothing is set. */
export const usualAgents: AgentsSettings = { foregroundSeconds: 120, wakeParent: true, budget: {} }
