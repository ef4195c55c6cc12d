import { expect, it } from 'vitest'
import { z } from 'zod'
import { inTime } from '../testing/in-time.ts'
import { check, toProblems } from './check.ts'
import { parseYaml } from './yaml-file.ts'

const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n')

it('reads a file of nothing but keys in time that grows with it alone, and names the first hundred that nobody knows', () => {
  const problems = inTime(() => {
    const file = parseYaml('/p/.mewcode.yaml', keys)
    const checked = check(z.strictObject({ mode: z.string().optional() }), file.content, [])
    return toProblems(file, checked.ok ? [] : checked.findings)
  })
  expect(problems).toHaveLength(100)
  expect(problems.at(-1)?.params).toMatchObject({ key: 'k99', line: '100' })
})

it.each([
  ['on lines', 'mode: a\nrules:\n  x: 1\n  x: 2', '4'],
  ['in braces', '\n{a: {b: 1, c: 2, b: 3}}', '2'],
  ['written in two ways', 'a: 1\n"a": 2', '2'],
])('takes no key twice, %s', (_where, text, line) => {
  expect(() => parseYaml('/p/.mewcode.yaml', text)).toThrow(
    expect.objectContaining({ code: 'config.invalid', params: expect.objectContaining({ line }) }),
  )
})

it('says what is nested beyond use is no configuration', () => {
  const deep = `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`
  expect(() => parseYaml('/p/.mewcode.yaml', deep)).toThrow(expect.objectContaining({ code: 'config.invalid' }))
})
