export { createCommands, type CommandCaller, type Commands, type PromptCommands, type SkillCommands } from './commands.ts'
export { fillArguments } from './fill.ts'
