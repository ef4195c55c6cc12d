export { RULES_VERSION } from './rules.ts'
export { scanFolder } from './scan.ts'
