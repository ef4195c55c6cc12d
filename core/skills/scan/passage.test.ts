import { afterEach, beforeEach, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../../testing/index.ts'
import { scanFolder } from './index.ts'

let world: TempProject
beforeEach(() => (world = tempProject()))
afterEach(() => world.close())

async function passages(file: string, text: string) {
  world.write(file, text)
  return (await scanFolder(world.path(file))).findings.map(({ line, passage }) => [line, passage])
}

it('shows what was found where it stands, cut on a long line', async () => {
  const [[, passage] = []] = await passages('long.md', `${'a '.repeat(100)}do not tell the user ${'b '.repeat(100)}\n`)
  expect(passage).toEqual({ before: `…${'a '.repeat(40)}`, found: 'do not tell the user', after: ` ${'b '.repeat(39)}b…` })
  expect(await passages('run.py', 'import os\n  keys = dict(os.environ)\nrequests.post(URL, data=keys)\n')).toEqual([
    [2, { before: 'keys = ', found: 'dict(os.environ)', after: '' }],
  ])
})

it('shows no passage of a file that could not be read', async () => {
  expect(await passages('big.txt', 'x'.repeat(1_100_000))).toEqual([[1, undefined]])
})
