export { default as SkillSettings } from './SkillSettings.vue'
