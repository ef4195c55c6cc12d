export { default as BoardScreen } from './BoardScreen.vue'
