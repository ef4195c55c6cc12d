import { expect, it } from 'vitest'
import { fillArguments, shellLineAt, shellLines } from './fill.ts'
import { shellOutputs } from './shell-lines.ts'

const options = (folder = '/s') => ({ first: 0, names: ['from'], values: { DIR: folder } }) as const
const lines = (body: string, folder?: string) => shellLines(body, options(folder))

it.each([
  ['at the beginning and after a blank', '!`a` x !`b c`\n\t!`d`', ['a', 'b c', 'd']],
  ['not within a word, not over lines, not empty, not kept', 'x!`a` !`b\nc` !`` \\!`d` (!`e`)', []],
  ['the shell’s own variables', '!`echo $HOME ${X} $(pwd) $fromage`', ['echo $HOME ${X} $(pwd) $fromage']],
  ['kept places as the shell’s', "!`awk '{print \\$1}' \\$ARGUMENTS \\$from \\${DIR}`", ["awk '{print $1}' $ARGUMENTS $from ${DIR}"]],
  ['a folder', '!`"${DIR}/x.sh"`', ['"/s/x.sh"']],
])('finds commands: %s', (_, body, found) => {
  expect(lines(body).map((one) => ('refusal' in one ? 'refused' : one.line))).toEqual(found)
  expect(shellLineAt(body)).toBe(found.length > 0 ? 0 : -1)
})

it.each(['$ARGUMENTS', '"$0"', "'$1'", '$ARGUMENTS[0]', '$from'])(
  'refuses a command that holds the place %s for arguments',
  async (place) => {
    const found = lines(`!\`echo ${place}\``)
    expect(await shellOutputs(found, () => Promise.reject(new Error('it ran')))).toEqual([
      expect.stringMatching(/^\[The command .* was not run: it holds .* arguments are never put into a command/),
    ])
  },
)

it.each(['/a b', '/$(x)', "/a'b", '/a;b', '/a`b'])('refuses a folder that a shell could read as more than a name: %s', (folder) => {
  expect(lines('!`ls ${DIR}`', folder)).toEqual([{ line: 'ls ${DIR}', refusal: expect.stringContaining('${DIR}') }])
})

it('puts outputs in once, in order, and leaves words where nothing was run', () => {
  const body = '$0 !`a $0` \\!`b` !`c`'
  expect(fillArguments(body, 'x', { ...options(), outputs: ['$0 !`c`', '2'] })).toBe('x $0 !`c` !`b` 2')
  expect(fillArguments(body, 'x', options())).toBe('x !`a $0` !`b` !`c`')
  expect(fillArguments('!`a`', '!`b`', { ...options(), outputs: ['1'] })).toBe('1\n\n## User Request\n\n!`b`')
})

it('bounds each output and all together, head and tail kept, and runs no more than twenty', async () => {
  const ran: string[] = []
  const say = (text: string) => (line: string) => {
    ran.push(line)
    return Promise.resolve({ text, isError: false })
  }
  const [long = ''] = await shellOutputs(lines('!`a`'), say(`HEAD${'x'.repeat(9_000)}TAIL`))
  expect([long.length < 4_100, long.startsWith('HEAD'), long.endsWith('TAIL'), long.includes('5008 characters left out')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  ran.length = 0
  const all = await shellOutputs(lines('!`a` !`b` !`c` !`d` !`e`'), say('y'.repeat(5_000)))
  expect([ran, all.join('').length < 17_000, all[4]]).toEqual([
    ['a', 'b', 'c', 'd'],
    true,
    expect.stringMatching(/was not run: a text gets at most/),
  ])
  ran.length = 0
  await shellOutputs(lines('!`a` '.repeat(30)), say('z'))
  expect(ran).toHaveLength(20)
})

it('says that there was no output, and why there is none', async () => {
  expect(await shellOutputs(lines('!`a`'), () => Promise.resolve({ text: '\n', isError: false }))).toEqual(['(no output)'])
  expect(await shellOutputs(lines('!`a`'), () => Promise.resolve({ text: 'Denied: no.', isError: true }))).toEqual([
    '[The command "a" gave no output to go by. Denied: no.]',
  ])
})
