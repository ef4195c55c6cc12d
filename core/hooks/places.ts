import path from 'node:path'

export function projectFile(projectRoot: string): string {
  return path.join(projectRoot, '.mewcode', 'hooks.yaml')
}

export function userFile(home: string): string {
  return path.join(home, 'hooks.yaml')
}
