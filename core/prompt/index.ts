export { systemText } from './system.ts'
