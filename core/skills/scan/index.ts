export { scanFolder } from './scan.ts'
