import { isAbsolute } from 'node:path'

const LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']
/** zsh gives the second to every program as the name it was started by. */
const LAUNCHERS_OWN = ['OWD', 'ARGV0']

/**
 * Takes out of the environment what the launcher of an AppImage put there for the program in it: whatever that program starts, browsers and
 * the agent's commands, is the system's and needs the system's libraries. Where it lies stays, for updates.
 */
export function leaveImage(env: NodeJS.ProcessEnv): void {
  const { APPDIR: image = '' } = env
  if (image === '') return
  for (const name of LAUNCHERS_OWN) delete env[name]
  for (const name of LISTS) {
    const rest = (env[name] ?? '').split(':').filter((folder) => isAbsolute(folder) && !`${folder}/`.startsWith(`${image}/`))
    if (rest.length === 0) delete env[name]
    else env[name] = rest.join(':')
  }
}
