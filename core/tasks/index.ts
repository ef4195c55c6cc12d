export { briefText } from './brief-text.ts'
export { atWork, finalStates, mayBecome } from './states.ts'
export { createTasks, type TaskPlace, type Tasks } from './tasks.ts'
