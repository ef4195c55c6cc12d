import type { Component, InjectionKey } from 'vue'

/** Draws Markdown of strangers as the conversation does: nothing of it runs, and nothing is fetched without a press. Props: `text`. */
export const drawnTextKey: InjectionKey<Component> = Symbol('drawn text')
