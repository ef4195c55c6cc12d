import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { AppError } from '../contract/errors.ts'
import { createConfig } from './index.ts'
import type { Config, EffectiveConfig } from './types.ts'

interface CreateOptions {
  readonly env?: Record<string, string>
  readonly trust?: boolean
}

/** Where the tests of this room keep files, and what reads them. */
export interface ConfigFolders {
  /** A file of the person's own folder. */
  home(name: string): string
  project(name: string): string
  /** The policy of the machine's administrator. */
  managed(): string
  /** A configuration over the two folders besides the test's own. */
  create(options?: CreateOptions): Config
  /** The test's own: no variables, nothing trusted. */
  config(): Config
  /** What holds in the project folder, by default as `config()` sees it. */
  load(config?: Config): Promise<EffectiveConfig>
}

/** Every test of the file that calls this gets an empty home and an empty project. */
export function configFolders(): ConfigFolders {
  let base: string
  let own: Config

  const create = ({ env = {}, trust = false }: CreateOptions = {}): Config =>
    createConfig({
      platform: {
        env,
        log: { log: () => undefined },
        paths: { home: join(base, 'home'), userHome: base, temp: base, managed: join(base, 'managed.yaml'), resources: base },
      },
      trust: { get: () => ({ decision: 'none', items: new Map() }), keep: () => undefined },
      projectDefinitions: async () => [],
      trustProjects: trust,
      defaultModel: (protocol) => `default-of-${protocol}`,
    })

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'mewcode-config-'))
    own = create()
  })
  afterEach(() => {
    own.close()
    rmSync(base, { recursive: true, force: true })
  })
  return {
    home: (name) => join(base, 'home', name),
    project: (name) => join(base, 'project', name),
    managed: () => join(base, 'managed.yaml'),
    create,
    config: () => own,
    load: (config = own) => config.load(join(base, 'project')),
  }
}

/** Writes a file, and the folders it needs. */
export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Each problem as its code, its line and the key or name it is about. */
export const codes = (errors: readonly AppError[]): string[] =>
  errors.map(({ code, params }) => [code, params.line, params.key ?? params.name ?? ''].join(' '))
