export { planReminder } from './plan.ts'
export { systemText } from './system.ts'
