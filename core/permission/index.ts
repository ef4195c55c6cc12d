export { boundedRegex, readExpression, type BoundedTest } from './bounded-regex.ts'
export { textsOf } from './command-text.ts'
export { commandGlob } from './glob.ts'
export { compileGlob, pathGlob } from './path-glob.ts'
export { createPermission, type PermissionDeps } from './permission.ts'
export { isInside, resolveTarget } from './paths.ts'
export { isSecretFile } from './protected-paths.ts'
export { coversExample, isMeaningfulRule } from './rules.ts'
export { createShellReader, programName, type ShellReader } from './shell/index.ts'
export { isBuiltinTool, isKnownTool, rawToolNames, writableToolNames } from './tool-names.ts'
export type {
  AsksAlways,
  Permission,
  PermissionRequest,
  PermissionRules,
  Reason,
  RuleSource,
  SourcedRule,
  TurnRules,
  Verdict,
} from './types.ts'
