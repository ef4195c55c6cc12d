export { pluginBrings } from './brings.ts'
export { pickPlugin } from './pick-plugin.ts'
export { createPlugins, type PluginFolder, type Plugins } from './plugins.ts'
