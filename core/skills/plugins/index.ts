export { pickPlugin } from './pick-plugin.ts'
export { installedPlugins, pluginRoots, type InstalledPlugin } from './plugins.ts'
export { readPlugin } from './read-plugin.ts'
