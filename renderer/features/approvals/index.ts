export { default as ApprovalCard } from './ApprovalCard.vue'
export { default as InboxButton } from './InboxButton.vue'
export { default as LateAnswer } from './LateAnswer.vue'
