/** The slot `machine` stands below what is kept. */
export { default as DataSettings } from './DataSettings.vue'
