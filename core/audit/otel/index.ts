export { createOtelExport } from './export.ts'
