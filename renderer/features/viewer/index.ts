export { default as FileViewer } from './FileViewer.vue'
