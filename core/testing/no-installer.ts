import type { BuiltinToolsDeps } from '../tools/index.ts'

const none = (): Promise<never> => Promise.reject(new Error('nothing is installed here'))

/** For tests of tools that stand alone. */
export const noInstaller: BuiltinToolsDeps['installSkill'] = {
  installer: { preview: none, discard: none },
  confirm: none,
}
