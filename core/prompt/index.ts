export { planReminder } from './plan.ts'
export { createPrompt, type Prompt } from './prompt.ts'
