export { default as ApprovalCard } from './ApprovalCard.vue'
export { default as LateAnswer } from './LateAnswer.vue'
