export { createInstaller, type Installer, type InstallFor } from './installer.ts'
export { usualHosts } from './hosts.ts'
export { createSources, type SourcesDeps } from './open-source.ts'
export { recoverRoot } from './recover.ts'
