import { defineAsyncComponent, type Component } from 'vue'
import ProjectWindow from './ProjectWindow.vue'

/** Every screen of the window; what is not the first sight of a project comes when it is asked for. */
export const screens = {
  project: ProjectWindow,
  home: defineAsyncComponent(async () => (await import('../features/home/index.ts')).HomeScreen),
  settings: defineAsyncComponent(async () => (await import('../features/settings/index.ts')).SettingsScreen),
} satisfies Record<string, Component>
