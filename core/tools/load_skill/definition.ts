import { z } from 'zod'
import {
  findByName,
  forkInput,
  skillBody,
  turnRulesOf,
  type ForkInput,
  type Skills,
  type SkillPlace,
  type UsableSkill,
} from '../../skills/index.ts'
import { ToolFailure, type Tool, type ToolContext, type ToolResult } from '../types.ts'
import description from './prompt.md?raw'

const MAX_MATCHES = 20
const MATCH_CHARS = 160

const input = z.object({
  name: z.string().trim().min(1).max(300),
  arguments: z.string().max(20_000).optional(),
})

/** Only the agent's result comes back. `ToolFailure` where it cannot be run, or did not end well. */
export type RunFork = (input: ForkInput, context: ToolContext) => Promise<ToolResult>

export interface LoadSkillDeps {
  readonly skills: Skills
  readonly isTrusted: (projectRoot: string) => boolean
  /** Runs a skill as an agent of its own; undefined: there are none, and it runs in the conversation. */
  readonly runFork?: RunFork
  /** The person's home folder. */
  readonly userHome: string
}

export function loadSkillDefinition({ skills, isTrusted, userHome, runFork }: LoadSkillDeps): Tool<typeof input> {
  return {
    name: 'load_skill',
    description: description.trim(),
    input,
    category: 'read',
    inBackground: true,
    paths: () => [],
    async run({ name, arguments: args = '' }, context) {
      const { trustedRoot: projectRoot } = context
      const place = { projectRoot, isTrusted: isTrusted(projectRoot) }
      const known = await skills.forModel(place)
      const skill = findByName(known, name.replace(/^\//, ''))
      if (!skill) return said(await matches(skills, known, { name, place }))
      skills.noteUse(skill)
      const asAgent = skill.text.mode === 'fork' ? runFork : undefined
      // First: they hold for the commands in its text too.
      if (!asAgent) context.followRules(turnRulesOf(skill, place))
      const task = await skillBody(skill, args.trim(), { ...place, userHome, runShell: context.runShell })
      return asAgent ? asAgent(forkInput(skill, task), context) : said(task)
    },
  }
}

function said(text: string): ToolResult {
  return { content: [{ type: 'text', text }], meta: {} }
}

async function matches(
  skills: Skills,
  known: readonly UsableSkill[],
  { name, place }: { name: string; place: SkillPlace },
): Promise<string> {
  if (findByName(await skills.forUser(place), name)) {
    throw new ToolFailure(
      `Only the user can start the skill ${JSON.stringify(name)}, with /${name}: its file says so, or nobody has trusted its folder.`,
    )
  }
  const word = name.toLowerCase()
  const fitting = known.filter(({ id, text }) => `${id} ${text.name} ${text.description} ${text.whenToUse}`.toLowerCase().includes(word))
  if (fitting.length === 0) throw new ToolFailure(`There is no skill ${JSON.stringify(name)}, and none whose description holds that word.`)
  const lines = fitting
    .slice(0, MAX_MATCHES)
    .map(({ id, text }) => `- ${id}: ${text.description.replaceAll(/\s+/g, ' ').slice(0, MATCH_CHARS).toWellFormed()}`)
  const more = fitting.length > MAX_MATCHES ? [`${fitting.length - MAX_MATCHES} more match.`] : []
  return [`There is no skill ${JSON.stringify(name)}. These match the word:`, ...lines, ...more].join('\n')
}
