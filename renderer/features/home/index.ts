/** Home: ways into a project, and what this machine offers. The slot `models` is the column at the right. */
export { default as HomeScreen } from './HomeScreen.vue'
