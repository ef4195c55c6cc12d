import type { InstallKind, SkillLevel } from '../../contract/install.ts'

/** A file of a source, as the source announces it; neither path nor size is to be trusted. */
export interface SourceFile {
  /** From the top of the source, with forward slashes. */
  readonly path: string
  /** `link`: also what is neither; nothing of it is made. */
  readonly kind: 'file' | 'link'
  /** As announced. */
  readonly bytes?: number
  readonly isExecutable?: boolean
  /** Of a SKILL.md: what the source's own list says of it. */
  readonly description?: string
}

/** What lies at a source, at one moment. */
export interface SourceTree {
  /** Of the whole: an address, or a folder's real path. */
  readonly origin: string
  /** Branch, tag or commit asked for; empty: whatever is newest. */
  readonly ref: string
  /** Full id; empty where the source has no versions. */
  readonly commit: string
  /** Folder asked for, or a SKILL.md in it; empty: the whole. */
  readonly path: string
  /** Name of the one skill that is wanted. */
  readonly skill: string | undefined
  /** What to call a skill that lies at the very top. */
  readonly topName: string
  /** A skill at the top owns all that lies here; not so in a repository. */
  readonly isSkillFolder: boolean
  readonly files: readonly SourceFile[]
  /** Rejects with `AppError('install.file_too_large')` when more than `maxBytes` come. */
  read(file: SourceFile, maxBytes: number): Promise<Buffer>
  close(): Promise<void>
}

/** For whom something is installed: a project's skills need its root. */
export interface InstallFor {
  readonly level: SkillLevel
  readonly projectRoot: string | undefined
  /** A skill, where nothing is said. */
  readonly kind?: InstallKind
}

/** Where skills, or plugins, of one level lie. */
export interface InstallPlace {
  readonly kind: InstallKind
  readonly level: SkillLevel
  /** Real path of the folder that holds skill folders. */
  readonly root: string
  readonly lockFile: string
}
