export { default as ApprovalCard } from './ApprovalCard.vue'
