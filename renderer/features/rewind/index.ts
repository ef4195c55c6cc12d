export { default as RewindDialog } from './RewindDialog.vue'
export { default as RewindList } from './RewindList.vue'
export { default as RewindNotice } from './RewindNotice.vue'
