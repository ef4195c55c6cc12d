export { finalStates } from './states.ts'
export { createTasks, type TaskPlace, type Tasks } from './tasks.ts'
