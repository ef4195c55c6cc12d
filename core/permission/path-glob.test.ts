import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inTime } from '../testing/in-time.ts'
import { pathGlob } from './path-glob.ts'
import { parseRule } from './rules.ts'

const run = promisify(execFile)

describe('path globs', () => {
  it.each([
    [String.raw`a\\b`, String.raw`a\b`],
    [String.raw`a\\\\b`, String.raw`a\\b`],
    [String.raw`a\\\\\\b`, String.raw`a\\\b`],
    [String.raw`a\\\*`, String.raw`a\*`],
    [String.raw`a\\\\\*`, String.raw`a\\*`],
    [String.raw`[x\\\\]b`, String.raw`\b`],
    [String.raw`a\[\\\\b`, String.raw`a[\\b`],
    ['src/', 'src/a/b.ts'],
  ])('%s is %s', (pattern, place) => {
    const matches = pathGlob(pattern)
    expect([matches(place), matches(`${place}!`)]).toEqual([true, pattern.endsWith('/')])
  })

  // In a process of its own: only there can a comparison that never ends be stopped.
  it.each([4, 5, 6, 7, 40])('ends for a pattern that ends with %i backslashes', async (count) => {
    const source = `import { pathGlob } from ${JSON.stringify(new URL('path-glob.ts', import.meta.url).href)}
      const text = 'a' + '\\\\'.repeat(${Math.floor(count / 2)})
      console.log(pathGlob('a' + '\\\\'.repeat(${count}))(text))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], { timeout: 5_000 })
    expect(stdout).toMatch(count % 2 === 0 ? 'true' : /true|false/)
  })

  it.each([
    ['wildcards', '*a'.repeat(24), `${'a'.repeat(2_000)}b`],
    ['folders', `${'**/*a*/'.repeat(24)}z`, 'a/'.repeat(1_000)],
    ['choices', '{a,aa}'.repeat(60), `${'a'.repeat(90)}b`],
  ])('gives up where %s would be compared for ever, and then a rule that forbids holds', (_, pattern, place) => {
    const rule = parseRule(`Read(${pattern})`)?.onPath
    expect(inTime(() => [rule?.(place, '/home'), rule?.(place, '/home', true)])).toEqual([false, true])
  })

  it.each(['(', '{a,', '+(', '!(', '\\', '[', '/', '!', '?'])('reads a rule of %s without end', (piece) => {
    expect(inTime(() => typeof parseRule(`Read(${piece.repeat(100_000)})`)?.onPath?.('a/b', '/home'))).toMatch(/boolean|undefined/)
  })

  it('takes signs of not by their count, and none for a rule alone', () => {
    const matches = (rule: string): boolean | undefined => parseRule(rule)?.onPath?.('a.ts', '/home')
    expect(['Read(!)', 'Read(!!)', 'Read(!a.ts)', 'Read(!!a.ts)', 'Read(!!!b.ts)'].map(matches)).toEqual([
      undefined,
      undefined,
      false,
      true,
      true,
    ])
  })
})
