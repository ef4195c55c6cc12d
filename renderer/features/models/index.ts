/** Choosing, adding and looking after models. `ModelForm` is mounted once by the app; `stores/model-form` opens it. */
export { default as ModelChoice } from './ModelChoice.vue'
export { default as ModelForm } from './ModelForm.vue'
export { default as ModelSettings } from './ModelSettings.vue'
