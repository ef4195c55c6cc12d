import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError, type WireError } from '../contract/errors.ts'
import type { InstalledSkill } from '../contract/install.ts'
import type { SkillInfo } from '../contract/skills.ts'
import type { SkillScan } from '../contract/skill-scan.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { table, write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

export const skillsList: Command = {
  command: 'skills list',
  summary: { en: 'list skills, with what is wrong with them', 'zh-CN': '列出技能及其问题' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const skills = await rpc.skills.list({})
      const installed = new Map((await rpc.skills.installed({})).map((one) => [one.file, one]))
      const { language, stdout } = terminal
      if (args.flag('json')) {
        await writeJson(
          stdout,
          skills.map((skill) => ({ ...toJson(skill, language), ...versionOf(installed.get(skill.path)) })),
        )
        return EXIT.ok
      }
      const lines = skills.flatMap((skill) => [
        [skill.id, skill.source, stateOf(skill, installed.get(skill.path)), oneLine(skill.description)],
        ...toJson(skill, language)
          .diagnostics.filter(({ level }) => level !== 'info')
          .map(({ line, message }) => ['', '', '', `  ${skill.path}:${line}: ${message}`]),
      ])
      await write(stdout, table(lines))
      return EXIT.ok
    }),
}

/** One that stays at a version of its registry says so. */
function stateOf({ state }: SkillInfo, { pin }: Partial<InstalledSkill> = {}): string {
  return pin === undefined ? state : `${state} @${pin.slice(0, 12)}`
}

function versionOf({ registry, pin, commit }: Partial<InstalledSkill> = {}): object {
  return { ...(registry !== undefined && { registry }), ...(pin !== undefined && { pin }), ...(commit && { commit }) }
}

export const skillsShow: Command = {
  command: 'skills show',
  summary: { en: 'print a skill', 'zh-CN': '显示一个技能' },
  arguments: [{ name: 'ID', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const detail = await rpc.skills.show({ id: args.positional(0) ?? '' })
      const { stdout, language } = terminal
      if (args.flag('json')) await writeJson(stdout, { ...toJson(detail, language), body: detail.body })
      else await write(stdout, `# ${detail.name}\n\n${detail.description}\n\n${detail.body}\n`)
      return EXIT.ok
    }),
}

export const skillsScan: Command = {
  command: 'skills scan',
  summary: { en: 'look through a skill for what does harm', 'zh-CN': '检查一个技能里有没有危险内容' },
  arguments: [{ name: 'PATH|ID', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const wanted = args.positional(0) ?? ''
      const scan = (await scanPlace(resolve(terminal.cwd, wanted))) ?? (await rpc.skills.scan({ id: wanted }))
      await tell(scan, { isJson: args.flag('json'), language: terminal.language, stdout: terminal.stdout })
      return scan.verdict === 'critical' ? EXIT.failed : EXIT.ok
    }),
}

export const skillsAllow: Command = {
  command: 'skills allow',
  summary: { en: 'use a skill whose link leads elsewhere', 'zh-CN': '允许使用链接指向别处的技能' },
  arguments: [{ name: 'ID', required: true }],
  options: { undo: { help: { en: 'take it back', 'zh-CN': '收回' } }, ...projectOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const wanted = (args.positional(0) ?? '').normalize('NFC').toLowerCase()
      const isAllowed = !args.flag('undo')
      const linked = (await rpc.skills.list({})).filter(({ id, leadsTo }) => leadsTo !== undefined && id.toLowerCase() === wanted)
      // Of several the one that the word is about.
      const skill = linked.find(({ state }) => (state === 'held') === isAllowed) ?? linked[0]
      if (skill?.leadsTo === undefined) throw new AppError('skill.no_link', { params: { name: args.positional(0) ?? '' } })
      await rpc.skills.allowLink({ id: skill.id, path: skill.path, target: skill.leadsTo, isAllowed })
      await write(terminal.stdout, `${skill.id} → ${skill.leadsTo}\n`)
      return EXIT.ok
    }),
}

export const skillsEnable = switching('enable', { en: 'switch a skill on', 'zh-CN': '启用一个技能' })
export const skillsDisable = switching('disable', { en: 'switch a skill off', 'zh-CN': '停用一个技能' })

function switching(verb: 'enable' | 'disable', summary: Command['summary']): Command {
  return {
    command: `skills ${verb}`,
    summary,
    arguments: [{ name: 'ID', required: true }],
    options: {
      here: { help: { en: 'for this project only', 'zh-CN': '只对这个项目' } },
      plugin: { help: { en: 'a plugin, with all it brings', 'zh-CN': '插件和它带来的一切' } },
      ...projectOption,
    },
    run: (args, terminal) =>
      withProject(args, terminal, async ({ rpc }) => {
        const wanted = {
          id: args.positional(0) ?? '',
          isEnabled: verb === 'enable',
          level: args.flag('here') ? 'project' : 'user',
        } as const
        await (args.flag('plugin') ? rpc.skills.setPluginEnabled(wanted) : rpc.skills.setEnabled(wanted))
        return EXIT.ok
      }),
  }
}

/** Undefined where nothing lies there: then it is an id. */
async function scanPlace(place: string): Promise<SkillScan | undefined> {
  const found = await stat(place).catch(() => undefined)
  if (!found) return undefined
  const { scanFolder } = await import('../skills/index.ts')
  return scanFolder(place)
}

async function tell(
  { verdict, findings }: SkillScan,
  { isJson, language, stdout }: { isJson: boolean; language: Language; stdout: Parameters<typeof write>[0] },
): Promise<void> {
  const said = findings.map(({ problem, ...rest }) => ({ ...rest, message: words(problem, language) }))
  if (isJson) return writeJson(stdout, { verdict, findings: said })
  const rows = said.map(({ severity, rule, file, line, message }) => [severity, rule, `${file}:${line}`, message])
  await write(stdout, `${table(rows)}${verdict}\n`)
}

function toJson(
  { id, name, description, source, path, state, leadsTo, mode, allowedTools, argumentHint, isForModel, diagnostics }: SkillInfo,
  language: Language,
) {
  return {
    id,
    name,
    description,
    source,
    path,
    state,
    ...(leadsTo !== undefined && { leadsTo }),
    mode,
    allowedTools,
    argumentHint,
    isForModel,
    diagnostics: diagnostics.map(({ level, line, problem }) => ({ level, line, message: words(problem, language) })),
  }
}

function words({ code, params }: WireError, language: Language): string {
  return errorText(code, params, language).what
}

export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99).toWellFormed()}…` : line
}
