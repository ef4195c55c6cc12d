import { isAbsolute, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { existsSync } from 'node:fs'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { InstalledSkill, InstallKind, SkillLevel, SkillPreview } from '../contract/install.ts'
import { readRegistryForm } from '../contract/skill-registries.ts'
import type { RpcClient } from '../contract/index.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Words } from './language.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

const words = {
  question: { en: 'Install it? [y/N] ', 'zh-CN': '安装吗？[y/N] ' },
  unconfirmed: { en: 'Nothing was installed. Confirm with --yes.\n', 'zh-CN': '没有安装。加上 --yes 确认。\n' },
  current: { en: 'is what its source has', 'zh-CN': '已是来源的最新内容' },
  pinned: { en: 'stays at', 'zh-CN': '固定在版本' },
  source: { en: 'source', 'zh-CN': '来源' },
  version: { en: 'version', 'zh-CN': '版本' },
  level: { en: 'for', 'zh-CN': '装给' },
  tools: { en: 'tools asked for', 'zh-CN': '要求的工具' },
  files: { en: 'files', 'zh-CN': '文件' },
  leftOut: { en: 'links left out', 'zh-CN': '略去的链接' },
  signature: { en: 'signature', 'zh-CN': '签名' },
  scan: { en: 'scan', 'zh-CN': '检查' },
  replaces: { en: 'replaces', 'zh-CN': '替换' },
  also: { en: 'also at', 'zh-CN': '同名' },
  conflicts: { en: 'yours kept, both changed', 'zh-CN': '两边都改过，保留你的' },
  own: { en: 'a folder of your own (kept for undo)', 'zh-CN': '你自己的文件夹（保留，可撤销）' },
  earlier: { en: 'the installed version (kept for undo)', 'zh-CN': '已安装的版本（保留，可撤销）' },
  none: { en: 'none', 'zh-CN': '无' },
  parts: { en: 'brings', 'zh-CN': '带来' },
  installed: { en: 'installed', 'zh-CN': '已安装' },
} as const satisfies Record<string, Words>

const signatures = {
  none: { en: '', 'zh-CN': '' },
  valid: { en: 'good, by', 'zh-CN': '有效，来自' },
  unknown_key: { en: 'by a key you have not named:', 'zh-CN': '来自未登记的密钥：' },
  invalid: { en: 'DOES NOT FIT the files', 'zh-CN': '与文件不符' },
} as const satisfies Record<SkillPreview['signature']['state'], Words>

const levelOption = {
  user: { help: { en: 'for you in every project, not for this project', 'zh-CN': '装给自己的所有项目，而不是这个项目' } },
} as const
const yesOptions = {
  yes: { short: 'y', help: { en: 'do not ask', 'zh-CN': '不再询问' } },
  'accept-critical': { help: { en: 'also with critical findings', 'zh-CN': '有严重问题也安装' } },
} as const
const pluginOption = { plugin: { help: { en: 'a plugin, not a skill', 'zh-CN': '插件，而不是技能' } } } as const
const named = [{ name: 'ID', required: true }]

export const skillsInstall: Command = {
  command: 'skills install',
  summary: { en: 'install a skill after showing what it brings', 'zh-CN': '显示内容后安装一个技能' },
  arguments: [{ name: 'SOURCE', required: true }],
  options: {
    ...levelOption,
    skill: { value: 'NAME', help: { en: 'the one of that name, where there are several', 'zh-CN': '来源有多个技能时选这一个' } },
    ...yesOptions,
    ...projectOption,
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const source = localOf(args.positional(0) ?? '', terminal.cwd)
      const skill = args.text('skill')
      const wanted = { source, level: levelOf(args), ...(skill !== undefined && { skill }) }
      const preview = await rpc.skills.preview(wanted, { signal: terminal.interrupted })
      return confirm(preview, rpc, { args, terminal })
    }),
}

export const skillsUpdate: Command = {
  command: 'skills update',
  summary: { en: 'show what its source has now, and install that', 'zh-CN': '显示来源的新内容并更新技能' },
  arguments: named,
  options: { ...levelOption, ...pluginOption, ...yesOptions, ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const wanted = { id: args.positional(0) ?? '', level: levelOf(args), kind: kindOf(args) }
      const preview = await rpc.skills.previewUpdate(wanted, { signal: terminal.interrupted })
      if (!preview.isCurrent) return confirm(preview, rpc, { args, terminal })
      await rpc.skills.discard({ previewId: preview.previewId })
      const { id, source } = preview
      const pin = readRegistryForm(source)?.version
      const said = pin === undefined ? words.current[terminal.language] : `${words.pinned[terminal.language]} ${pin}`
      if (args.flag('json')) await writeJson(terminal.stdout, { ...preview, installed: false })
      else await write(terminal.stdout, `${id} ${said}\n`)
      return EXIT.ok
    }),
}

export const skillsVerify: Command = {
  command: 'skills verify',
  summary: { en: 'tell installed skills that were edited or are missing', 'zh-CN': '检查已安装的技能是否改动或缺失' },
  arguments: [{ name: 'ID', required: false }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const id = args.positional(0)
      const all = await rpc.skills.installed({})
      const rows = all.filter((one) => id === undefined || one.id === id)
      if (id !== undefined && rows.length === 0) throw new AppError('install.not_installed', { params: { id } })
      if (args.flag('json')) await writeJson(terminal.stdout, rows)
      else await writeList(terminal, rows.map(verifyRow))
      return rows.every(({ state }) => state === 'untouched') ? EXIT.ok : EXIT.failed
    }),
}

export const skillsRemove = changing('remove', { en: 'remove an installed skill', 'zh-CN': '删除一个已安装的技能' })
export const skillsUndo = changing('undo', { en: 'bring the version before back', 'zh-CN': '恢复上一个版本' })
export const skillsPin = changing('pin', { en: 'keep a skill of a registry at its version', 'zh-CN': '把注册表的技能固定在当前版本' })
export const skillsUnpin = changing('unpin', { en: 'let updates bring its newest version', 'zh-CN': '取消固定，更新到最新版本' })

function changing(verb: 'remove' | 'undo' | 'pin' | 'unpin', summary: Words): Command {
  return {
    command: `skills ${verb}`,
    summary,
    arguments: named,
    options: { ...levelOption, ...pluginOption, ...projectOption },
    run: (args, terminal) =>
      withProject(args, terminal, async ({ rpc }) => {
        const skill = { id: args.positional(0) ?? '', level: levelOf(args), kind: kindOf(args) }
        if (verb === 'remove' || verb === 'undo') await rpc.skills[verb](skill)
        else await rpc.skills.pin({ ...skill, isPinned: verb === 'pin' })
        return EXIT.ok
      }),
  }
}

async function confirm(
  preview: SkillPreview,
  rpc: RpcClient,
  { args, terminal }: { args: Arguments; terminal: Terminal },
): Promise<number> {
  const { stdout, language } = terminal
  const isJson = args.flag('json')
  if (!isJson) await write(stdout, card(preview, terminal))
  const isYes = args.flag('yes') || (!isJson && (await ask(words.question[language], terminal)))
  if (!isYes) {
    await rpc.skills.discard({ previewId: preview.previewId })
    if (isJson) await writeJson(stdout, { ...preview, installed: false })
    else await write(terminal.stderr, words.unconfirmed[language])
    return EXIT.refused
  }
  try {
    const done = await rpc.skills.confirm({ previewId: preview.previewId, acceptCritical: args.flag('accept-critical') })
    if (isJson) await writeJson(stdout, { ...preview, path: done.path, installed: true })
    else await write(stdout, `${words.installed[language]}: ${done.path}\n`)
    return EXIT.ok
  } finally {
    await rpc.skills.discard({ previewId: preview.previewId })
  }
}

/** What a person should know before it is theirs. Its text is text: control characters are dropped by `write`. */
function card(preview: SkillPreview, { language }: Terminal): string {
  const say = (key: keyof typeof words): string => words[key][language]
  const replaced = { nothing: '', installed: say('earlier'), own: say('own') }[preview.replaces]
  const facts: readonly (readonly [string, string])[] = [
    [say('source'), [preview.origin, preview.path].filter((part) => part !== '').join('  ')],
    [say('version'), [preview.ref, preview.commit].filter((part) => part !== '').join(' = ')],
    [say('level'), preview.level],
    [say('tools'), preview.allowedTools.join(', ') || say('none')],
    [say('files'), preview.files.map(({ path, bytes }) => `${path} (${bytes})`).join(', ')],
    [say('parts'), partsOf(preview)],
    [say('leftOut'), preview.leftOut.join(', ')],
    [say('replaces'), replaced],
    [say('also'), preview.alsoAt ?? ''],
    [say('conflicts'), preview.conflicts.join(', ')],
    [say('signature'), [signatures[preview.signature.state][language], preview.signature.key ?? ''].join(' ').trim()],
    [say('scan'), preview.scan.verdict],
  ]
  const findings = preview.scan.findings.map(({ severity, file, line, problem }) => [
    `  ${severity}`,
    `${file}:${line}`,
    errorText(problem.code, problem.params, language).what,
  ])
  return [
    `${preview.id}: ${preview.description}\n\n`,
    table(facts.filter(([, value]) => value !== '')),
    table(findings),
    `\n${(preview.diff || preview.body).replaceAll(/^/gm, '  ')}\n\n`,
  ].join('')
}

/** Of a plugin: everything that comes with it, a line. */
function partsOf({ parts }: SkillPreview): string {
  if (!parts) return ''
  const { version, ...lists } = parts
  const named = Object.entries(lists).flatMap(([kind, names]) => (names.length > 0 ? [`${kind}: ${names.join(', ')}`] : []))
  return [...(version === '' ? [] : [version]), ...named].join('; ')
}

async function ask(question: string, { stdin, stdout }: Terminal): Promise<boolean> {
  if (stdin.isTTY !== true) return false
  const lines = createInterface({ input: stdin, output: stdout })
  try {
    return /^\s*y(es)?\s*$/i.test(await lines.question(question))
  } finally {
    lines.close()
  }
}

function verifyRow({ id, level, state, source, commit, edited }: InstalledSkill): string[] {
  return [id, level, state, [source, commit.slice(0, 12), edited.join(', ')].filter((part) => part !== '').join('  ')]
}

function kindOf(args: Arguments): InstallKind {
  return args.flag('plugin') ? 'plugin' : 'skill'
}

function levelOf(args: Arguments): SkillLevel {
  return args.flag('user') ? 'user' : 'project'
}

/** The core may stand elsewhere than the person does. */
function localOf(source: string, cwd: string): string {
  if (readRegistryForm(source)) return source
  const place = resolve(cwd, source)
  const isPlace = /^\.{1,2}([\\/]|$)/.test(source) || /\.(zip|skill)$/i.test(source) || (!source.includes('/') && existsSync(place))
  return isPlace && !isAbsolute(source) && !/^[a-z+]+:\/\//i.test(source) ? place : source
}
