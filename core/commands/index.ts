export { createCommands, type Commands } from './commands.ts'
