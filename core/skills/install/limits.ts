export interface Quotas {
  readonly fileBytes: number
  readonly bytes: number
  readonly files: number
  readonly depth: number
}

/** What a skill from elsewhere may be, held against what is announced and against what really comes. */
export const quotas = {
  fileBytes: 1024 * 1024,
  bytes: 8 * 1024 * 1024,
  files: 64,
  /** Folders below the skill's own. */
  depth: 4,
  timeoutMs: 60_000,
} as const

/** A plugin is many skills, and programs. */
export const pluginQuotas: Quotas = { fileBytes: quotas.fileBytes, bytes: 16 * 1024 * 1024, files: 512, depth: 8 }
