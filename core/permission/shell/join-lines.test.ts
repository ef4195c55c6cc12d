import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createShellReader } from './index.ts'

const reader = createShellReader()
const readable = async (line: string) => {
  const { commands } = await reader.read(line)
  return commands.map(({ words, doubts }) => [words.map(({ text }) => text).join(' '), doubts.has('unread')] as const)
}

/** What bash makes of the line, with a program `p` that prints its name and arguments. */
const ran = (line: string): string => execFileSync('bash', ['-c', `p() { echo "p $*"; }\n${line}`], { encoding: 'utf8' }).trim()

describe('a backslash at the end of a line', () => {
  it.each([
    ['inside a word', 'p o\\\nne two'],
    ['twice', 'p o\\\n\\\nne'],
    ['behind an escaped backslash', 'p a\\\\\\\nb'],
    ['beside blanks', 'p one \\\n  two\\\n three'],
    ['between single quotes', "p 'a\\\nb'"],
    ['in double quotes', 'p "a\\\nb"'],
    ['before what then is no comment', 'p a\\\n#b'],
  ])('%s is read as bash reads it', async (_where, line) => {
    const [first] = await readable(line)
    expect(first).toEqual([expect.any(String), false])
    expect(first?.[0].replaceAll('\n', '|')).toBe(ran(line).replaceAll('\n', '|'))
  })

  it.each([
    'echo "$\\\n(p x)"',
    'echo $\\\n(p x)',
    'cat <<E\n$\\\n(p x)\nE',
    '# c\\\np\\\n x',
    'echo a\\\n#b\\\nc; p\\\n x',
    "bash -c 'p\\\n x'",
    '\\\n(p x)',
  ])('hides no command: %j', async (line) => {
    expect((await readable(line)).map(([text]) => text)).toContain('p x')
  })

  it('is nothing but a backslash in a quoted here-document', async () => {
    expect(await readable("cat <<'E'\n$\\\n(p x)\nE")).toEqual([['cat', false]])
  })
})

it('backticks behind an expansion’s default are not taken for text', async () => {
  for (const line of ['echo ${a:=`p x`}', 'echo ${a:-`p x`}', 'echo "${a:-`p x`}"']) {
    const found = await readable(line)
    expect([line, found.some(([text, isUnread]) => text === 'p x' || isUnread)]).toEqual([line, true])
  }
})
