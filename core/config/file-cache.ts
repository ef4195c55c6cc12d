import type { AppError } from '../contract/errors.ts'
import { readYaml, type YamlFile, type YamlRead } from './yaml-file.ts'

export interface CurrentFile {
  /** What counts now: the file as it is, or its last good version while it does not parse. */
  readonly file: YamlFile | undefined
  readonly problem: AppError | undefined
}

/** Reads configuration files anew at each call and remembers the last version of each that parsed. */
export interface FileCache {
  read(path: string): Promise<CurrentFile>
}

export function createFileCache(): FileCache {
  const lastGood = new Map<string, Extract<YamlRead, { state: 'ok' }>>()
  return {
    async read(path) {
      const now = await readYaml(path, lastGood.get(path))
      if (now.state === 'bad') return { file: lastGood.get(path)?.file, problem: now.problem }
      if (now.state === 'absent') {
        lastGood.delete(path)
        return { file: undefined, problem: undefined }
      }
      lastGood.set(path, now)
      return { file: now.file, problem: undefined }
    },
  }
}
