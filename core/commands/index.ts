export { createCommands, type Commands, type SkillCommands } from './commands.ts'
export { fillArguments } from './fill.ts'
