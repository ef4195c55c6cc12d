export { ourAnswer } from './answer.ts'
export { dialectVariables, inDialect, ourEvents, ourInput } from './payload.ts'
export { HOOK_DIALECTS, type HookDialect } from './types.ts'
export { vocabularies } from './vocabularies.ts'
