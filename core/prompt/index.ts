export { systemText, type EnvironmentFacts } from './system.ts'
