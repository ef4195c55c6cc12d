/** Mounted once by the app; `stores/folder-picker` asks the question. */
export { default as FolderPicker } from './FolderPicker.vue'
