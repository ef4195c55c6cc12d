export { createSignIns, type SignInsDeps } from './sign-ins.ts'
export type { SignIns, Target } from './types.ts'
