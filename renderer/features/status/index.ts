export { default as StatusBar } from './StatusBar.vue'
