import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError, toWireError } from '../contract/errors.ts'
import { write, writeList } from './output.ts'
import { describeError } from './report.ts'

const steering = 'a\u001b[31mred\u001b]52;c;eA==\u0007\u009b2J\u202eb\rc\r\n\td 中文 🦀\n'

async function written(isTTY: boolean): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY })
  await write(stream, steering)
  return String(stream.read())
}

it('lets no text steer a terminal, and changes nothing on its way into a file', async () => {
  expect(await written(true)).toBe('a[31mred]52;c;eA==2Jbc\r\n\td 中文 🦀\n')
  expect(await written(false)).toBe(steering)
})

it('says an error without the control characters of a name in it', () => {
  const error = toWireError(new AppError('project.missing', { params: { path: '/evil\u001b[2J\u0007' } }))
  expect(describeError(error, 'en')).toContain('/evil[2J ')
})

it('tells a person at a terminal that a list is empty, and a script nothing', async () => {
  const listed = async (isTTY: boolean, rows: string[][]) => {
    const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()]
    await writeList({ stdout, stderr, language: 'en' }, rows)
    return [stdout.read(), stderr.read()].map((text: Buffer | null) => text?.toString() ?? '')
  }
  expect(await listed(true, [])).toEqual(['', 'Nothing to list.\n'])
  expect(await listed(false, [])).toEqual(['', ''])
  expect(await listed(true, [['a', 'b']])).toEqual(['a  b\n', ''])
})
