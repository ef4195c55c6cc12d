import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { command, ROOT } from './command.ts'

/** What belongs to one machine and would be wrong on every other. Written in pieces, so that this file does not find itself. */
const MACHINE = ['/wo' + 'rk/(main|shared)', '/ro' + 'ot/', String.raw`[A-Z]:\\?Us` + 'ers', '/Us' + 'ers/(?!me/|you/)[a-z]+/']

const PATTERN = new RegExp(`(?<![\\w.-])(${MACHINE.join('|')})`)
const BINARY = /\.(png|webp|jpe?g|ico|icns|woff2?|wasm|pdf|zip)$/

const { output } = await command(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])
let found = 0
for (const path of output.split('\0').filter((name) => name !== '' && !BINARY.test(name))) {
  const text = await readFile(join(ROOT, path), 'utf8').catch(() => '')
  for (const [index, line] of text.split('\n').entries()) {
    if (!PATTERN.test(line)) continue
    found++
    console.log(`${path}:${index + 1}: a path of one machine: ${line.trim().slice(0, 120)}`)
  }
}
process.exitCode = found === 0 ? 0 : 1
