export { planReminder } from './plan.ts'
export { createPrompt, type AgentFacts, type Prompt } from './prompt.ts'
