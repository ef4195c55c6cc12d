import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage } from './open-page.ts'

// Programs are found by their names on the path on Linux alone.
describe.skipIf(process.platform !== 'linux')('openPage', () => {
  let folder: string
  let links: number
  const link = (): string => `http://127.0.0.1:1/open/${(links += 1)}`
  const env = (): Record<string, string> => ({
    PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin`,
    DISPLAY: ':99',
    ANTHROPIC_API_KEY: 'sk-secret',
  })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mewcode-programs-'))
    links = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function program(name: string, then: string): void {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${path}.args'\nenv > '${path}.env'\n${then}\n`)
    chmodSync(path, 0o755)
  }
  const argsOf = (name: string): string[] =>
    readFileSync(join(folder, `${name}.args`), 'utf8')
      .trim()
      .split('\n')

  it('shows the page in a window with a profile that is gone afterwards, and the browser with it', async () => {
    program('chromium', 'sleep 60')
    const page = await openPage(link, env(), false)
    const args = argsOf('chromium')
    const profile = args.find((arg) => arg.startsWith('--user-data-dir='))?.split('=')[1] ?? ''
    expect([page?.program, args[0], existsSync(profile)]).toEqual([join(folder, 'chromium'), '--app=http://127.0.0.1:1/open/1', true])
    expect(readFileSync(join(folder, 'chromium.env'), 'utf8')).not.toContain('sk-secret')
    await page?.close()
    expect(existsSync(profile)).toBe(false)
  })

  it("uses the person's browser, with a new link, when a window cannot be had", async () => {
    program('chromium', 'exit 1')
    program('xdg-open', 'exit 0')
    const page = await openPage(link, env(), false)
    expect(page?.program).toBe('xdg-open')
    await vi.waitFor(() => expect(argsOf('xdg-open')).toEqual(['http://127.0.0.1:1/open/2']))
  })

  it('starts no browser as root, where it would run without its sandbox', async () => {
    program('chromium', 'sleep 60')
    program('xdg-open', 'exit 0')
    expect([await openPage(link, env(), true), links]).toEqual([undefined, 0])
  })

  it('starts nothing where there is no display', async () => {
    program('chromium', 'sleep 60')
    const { DISPLAY: _, ...blind } = env()
    expect(await openPage(link, blind, false)).toBeUndefined()
    expect([existsSync(join(folder, 'chromium.args')), links]).toEqual([false, 0])
  })
})
