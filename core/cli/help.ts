import type { Language } from '../contract/error-texts.ts'
import type { OptionSpec } from './arguments.ts'
import type { Command } from './command.ts'
import type { Words } from './language.ts'
import { table } from './output.ts'

const words = {
  title: { en: 'MewCode: a coding agent for your folders', 'zh-CN': 'MewCode：在你的文件夹里干活的编程 agent' },
  usage: { en: 'Usage', 'zh-CN': '用法' },
  commands: { en: 'Commands', 'zh-CN': '命令' },
  options: { en: 'Options', 'zh-CN': '选项' },
  environment: { en: 'Environment', 'zh-CN': '环境变量' },
  more: { en: '`mewcode COMMAND --help` shows the options of one command.', 'zh-CN': '某个命令的选项见 `mewcode COMMAND --help`。' },
  help: { en: 'show this', 'zh-CN': '显示本说明' },
  version: { en: 'print the version', 'zh-CN': '显示版本' },
  home: { en: 'where MewCode keeps its files (default ~/.mewcode)', 'zh-CN': 'MewCode 存放文件的位置（默认 ~/.mewcode）' },
  language: { en: 'en or zh-CN', 'zh-CN': 'en 或 zh-CN' },
  log: {
    en: 'error, warn, info or debug; by component too: info,llm=debug',
    'zh-CN': 'error、warn、info 或 debug；也可按组件：info,llm=debug',
  },
} as const satisfies Record<string, Words>

/** All commands, a line each. */
export function overview(commands: readonly Command[], language: Language): string {
  const say = (text: Words): string => text[language]
  return [
    `${say(words.title)}\n`,
    `\n${say(words.usage)}\n`,
    indent([['mewcode [FOLDER]', say(commands.find(({ command }) => command === '')?.summary ?? words.title)]]),
    indent([['mewcode COMMAND …', '']]),
    `\n${say(words.commands)}\n`,
    indent(commands.filter(({ command, isHidden }) => command !== '' && !isHidden).map((command) => [call(command), say(command.summary)])),
    `\n${say(words.options)}\n`,
    indent([
      ['--help', say(words.help)],
      ['--version', say(words.version)],
    ]),
    `\n${say(words.environment)}\n`,
    indent([
      ['MEWCODE_HOME', say(words.home)],
      ['MEWCODE_LANG', say(words.language)],
      ['MEWCODE_LOG', say(words.log)],
    ]),
    `\n${say(words.more)}\n`,
  ].join('')
}

/** The commands of one group, a line each. */
export function groupHelp(group: readonly Command[], language: Language): string {
  const shown = group.filter(({ isHidden }) => !isHidden).map((command) => [call(command), command.summary[language]])
  return `${words.commands[language]}\n${indent(shown)}\n${words.more[language]}\n`
}

export function commandHelp(command: Command, language: Language): string {
  const options = Object.entries(command.options).map(([name, spec]) => [optionForm(name, spec), spec.help[language]])
  const usage = `mewcode ${call(command)}`.trim()
  return [
    `${command.summary[language]}\n`,
    `\n${words.usage[language]}\n  ${usage}${options.length > 0 ? ' [OPTIONS]' : ''}\n`,
    options.length > 0 ? `\n${words.options[language]}\n${indent(options)}` : '',
  ].join('')
}

function call(command: Command): string {
  const names = command.arguments.map(({ name, required }) => (required ? name : `[${name}]`))
  return [command.command, ...names].join(' ').trim()
}

function optionForm(name: string, { value, short }: OptionSpec): string {
  const long = value ? `--${name} ${value}` : `--${name}`
  return short ? `-${short}, ${long}` : long
}

function indent(rows: readonly (readonly string[])[]): string {
  return table(rows).replaceAll(/^(?=.)/gm, '  ')
}
