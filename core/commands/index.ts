export { createCommands, type CommandCaller, type Commands, type PromptCommands, type SkillCommands } from './commands.ts'
export { fillArguments, shellLineAt, shellLines } from './fill.ts'
export { shellOutputs, type RunShell } from './shell-lines.ts'
