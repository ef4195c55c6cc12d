export { default as MachineChecks } from './MachineChecks.vue'
