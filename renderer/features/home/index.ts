/** Home: ways into a project, and what this machine offers. The slot `models` is the column at the right, `banner` goes over both, `machine` below the ways in. */
export { default as HomeScreen } from './HomeScreen.vue'
