import type { AppError } from '../contract/errors.ts'
import type { SkillInfo, SkillMode, SkillSource } from '../contract/skills.ts'

/** Something about a skill that a person should know. */
export interface Diagnostic {
  /** `error`: the skill, or a key that restricts it, could not be used. */
  readonly level: 'info' | 'warning' | 'error'
  /** 1-based, in SKILL.md. */
  readonly line: number
  readonly problem: AppError
}

export interface SkillFork {
  /** What of the conversation the agent is told: nothing, its newest turns, all of it. */
  readonly context: 'none' | 'recent' | 'full'
  readonly model: string | undefined
  readonly effort: string | undefined
  /** Name of the agent whose definition it runs by. */
  readonly agent: string | undefined
}

/** A skill that is about to run as an agent. */
export interface ForkInput extends SkillFork {
  readonly id: string
  /** Its body with the arguments in place: the agent's task. */
  readonly task: string
  /** A hard limit at execution; empty: none. */
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
}

export interface SkillFact {
  readonly name: string
  readonly value: string
}

/** A skill as its SKILL.md says. */
export interface SkillText {
  readonly name: string
  readonly description: string
  readonly whenToUse: string
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly mode: SkillMode
  /** How it runs as an agent of its own. */
  readonly fork: SkillFork
  /** Globs of files it is for, from the project's top. */
  readonly paths: readonly string[]
  readonly argumentHint: string
  /** Names of arguments by position. */
  readonly argumentNames: readonly string[]
  /** The model may load it by itself. */
  readonly isForModel: boolean
  /** It stands in the slash menu. */
  readonly isForUser: boolean
  readonly license: string
  readonly version: string
  readonly compatibility: string
  /** What it says of itself beside all that; shown, and nothing else. */
  readonly metadata: readonly SkillFact[]
  /** Placeholders still in it. */
  readonly body: string
}

/** A link that leads where nobody looks for skills. */
export interface LinkOut {
  /** Its own place: the real path of its folder, and its name. */
  readonly link: string
  /** Real path. */
  readonly target: string
}

/** What people let such links lead to. */
export interface LinkConsents {
  isAllowed(link: string, target: string): boolean
}

/** A skill folder, usable or not. */
export interface FoundSkill {
  /** NFC name of the folder. */
  readonly id: string
  readonly source: SkillSource
  /** Id of the plugin it came with. */
  readonly plugin?: string
  /** Real path of the folder. */
  readonly folder: string
  /** SKILL.md, or what stands in its place. */
  readonly path: string
  /** The link it was reached by; nothing of it was read unless a person allowed it. */
  readonly linkOut?: LinkOut & { readonly isAllowed: boolean }
  /** Undefined: broken, and a diagnostic says why. */
  readonly text: SkillText | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export type Skill = FoundSkill & Pick<SkillInfo, 'state'>

/** Where skills are looked for, and for whom. */
export interface SkillPlace {
  readonly projectRoot: string | undefined
  /** A person trusts the project folder. */
  readonly isTrusted: boolean
}

/** A skill that can be loaded. */
export type UsableSkill = Skill & { readonly text: SkillText }
