export { skillBody, skillFiles } from './body.ts'
export type { Catalogue } from './catalogue.ts'
export {
  createInstaller,
  createRegistries,
  createSources,
  listSkills,
  registryPlace,
  signFolder,
  usualHosts,
  type Confirmed,
  type Installer,
  type InstallFor,
  type OpenRegistry,
  type Signing,
  type SourcesDeps,
} from './install/index.ts'
export { forkInput } from './fork-input.ts'
export { createPlugins, type Plugins } from './plugins/index.ts'
export type { IndexDeps } from './root-index.ts'
export { skillsForFiles } from './for-files.ts'
export { nameKey } from './skill-name.ts'
export { createSkills, findByName, type Skills } from './skills.ts'
export { scanFolder } from './scan/index.ts'
export { skillCommands } from './slash.ts'
export { turnRulesOf } from './turn-rules.ts'
export type { ForkInput, Skill, SkillPlace, UsableSkill } from './types.ts'
