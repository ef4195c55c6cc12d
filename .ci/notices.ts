import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './command.ts'
import type { Production } from './production.ts'

const RULE = '-'.repeat(100)

/**
 * The names and licence texts of everything in the product, one text once. Rejects when a package that must carry its terms has neither a
 * text of its own nor one that stands for it.
 */
export async function notices(packages: readonly Production[]): Promise<string> {
  const byText = new Map<string, string[]>()
  for (const one of packages) {
    const text = await termsOf(one, packages)
    byText.set(text, [...(byText.get(text) ?? []), `${one.name} ${one.version} (${one.licence || 'see below'})`])
  }
  const parts = [...byText].map(([text, names]) => `${RULE}\n${[...new Set(names)].sort().join('\n')}\n\n${text}\n`)
  return `${HEAD}\n${parts.sort().join('\n')}`
}

const HEAD = `MewCode is made with the packages below. Each is under the terms that follow its name.
What Electron and Chromium are made of is told in LICENSE.electron.txt and LICENSES.chromium.html beside the program.
`

async function termsOf(one: Production, packages: readonly Production[]): Promise<string> {
  const own = await textIn(one.folder)
  if (own !== undefined) return own
  // `@napi-rs/image-win32-x64-msvc` is a part of `@napi-rs/image`, and perhaps not on this disk.
  const whole = packages.find(({ name }) => one.isOptional && one.name.startsWith(`${name}-`))
  const text = (whole && (await textIn(whole.folder))) ?? STANDARD[one.licence]?.(await authorOf(one))
  if (text === undefined) throw new Error(`${one.folder} (${one.licence}) carries no licence text`)
  return text
}

async function textIn(folder: string): Promise<string | undefined> {
  const names = await readdir(join(ROOT, folder)).catch(() => [])
  const texts = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
  if (texts.length === 0) return undefined
  const read = await Promise.all(texts.map((name) => readFile(join(ROOT, folder, name), 'utf8')))
  return read.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n')
}

/** Who its `package.json` names; those that carry no text are by one person each. */
async function authorOf({ folder, name }: Production): Promise<string> {
  const { author }: { author?: string | { name?: string } } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  return (typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : author?.name) ?? `the authors of ${name}`
}

/** For packages that name a licence and carry no text of it. */
const STANDARD: Readonly<Record<string, (author: string) => string>> = {
  MIT: (author) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
}
