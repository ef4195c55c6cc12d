import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { EXIT, type Command } from './command.ts'
import { write } from './output.ts'

export const skillsSign: Command = {
  command: 'skills sign',
  summary: { en: 'sign a skill with your key', 'zh-CN': '用你的密钥给技能签名' },
  arguments: [
    { name: 'FOLDER', required: true },
    { name: 'KEY.pem', required: true },
  ],
  options: {},
  async run(args, terminal) {
    const file = resolve(terminal.cwd, args.positional(1) ?? '')
    const pem = await readFile(file).catch((cause: unknown) => {
      throw new AppError('install.bad_key', { cause })
    })
    const { signFolder } = await import('../skills/index.ts')
    const key = await signFolder(resolve(terminal.cwd, args.positional(0) ?? ''), pem)
    // What others put into their settings.
    await write(terminal.stdout, `skills:\n  keys:\n    NAME: ${key}\n`)
    return EXIT.ok
  },
}
