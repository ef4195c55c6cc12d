export { createBulkTasks } from './tasks.ts'
