import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'

export interface Production {
  /** `node_modules/…`, from the root. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty where the package names none. */
  readonly licence: string
  /** `sha512-…` of what the registry hands out. */
  readonly integrity: string
  /** Installed on some systems only. */
  readonly isOptional: boolean
  /** Folders of what it asks for, where the lock has it. */
  readonly needs: readonly string[]
}

interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export type LockedPackages = Readonly<Record<string, LockEntry>>

export async function lockedPackages(): Promise<LockedPackages> {
  const lock: { packages: LockedPackages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  return lock.packages
}

/**
 * Every package the product may be made of, and Electron, which is listed for development and goes out all the same. From the lock,
 * because `npm sbom --omit dev` leaves out what a development package asks for too, such as `vue` and `zod`.
 */
export function productionPackages(packages: LockedPackages): Production[] {
  const isShipped = (folder: string): boolean => {
    const entry = packages[folder]
    return folder === 'node_modules/electron' || (folder !== '' && entry !== undefined && !entry.dev && !entry.devOptional)
  }
  const isElectron = (folder: string): boolean => folder === 'node_modules/electron'
  return Object.entries(packages)
    .filter(([folder]) => isShipped(folder))
    .map(([folder, entry]) => ({
      folder,
      name: nameOf(folder),
      version: entry.version ?? '',
      licence: entry.license ?? '',
      integrity: entry.integrity ?? '',
      isOptional: entry.optional === true,
      // What Electron's package asks for fetches it; nothing of that goes out.
      needs: isElectron(folder) ? [] : needsOf(folder, packages).filter(isShipped),
    }))
}

/** The folders that packages of this one are found in, as Node looks for them; the root's are those of `''`. */
export function needsOf(folder: string, packages: LockedPackages): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap((name) => found(name, folder, packages) ?? [])
}

function found(name: string, from: string, packages: LockedPackages): string | undefined {
  const inside = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages[inside]) return inside
  if (from === '') return undefined
  return found(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
