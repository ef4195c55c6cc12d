import { defineAsyncComponent, type Component } from 'vue'
import ProjectWindow from './ProjectWindow.vue'

/** Every screen of the window; what is not the first sight of a project comes when it is asked for. */
export const screens = {
  project: ProjectWindow,
  home: defineAsyncComponent(() => import('./HomePage.vue')),
  board: defineAsyncComponent(() => import('./BoardPage.vue')),
  settings: defineAsyncComponent(() => import('./SettingsPage.vue')),
} satisfies Record<string, Component>

/** Beside every screen. */
export const AppDialogs = defineAsyncComponent(() => import('./AppDialogs.vue'))
