export { createBulkWorker, prepareElsewhere } from './client.ts'
export { createBulkTasks } from './tasks.ts'
