import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requires } from '../testing/requires.ts'
import { askLoginShell } from './persons-environment.ts'
import { resolveShellEnvironment } from './shell-environment.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode login ')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A file of the person's home; `run`: it may be run. */
function write(name: string, text: string, { run = false } = {}): string {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (run) chmodSync(path, 0o755)
  return path
}
/** As a dock starts a program: with next to nothing. */
const gui = (shell: string) => ({ SHELL: shell, HOME: home, PATH: '/usr/bin:/bin' })
const ask = (shell: string, timeoutMs?: number) => resolveShellEnvironment({ env: gui(shell), home, ...(timeoutMs && { timeoutMs }) })

const export_ = 'export FOUND="two\nlines = 双"; export PATH="$HOME/bin:$PATH"\n'
/** Understands what nushell's manual says of `-i`, `-l`, `-c`, and runs programs behind a caret only. */
const NU = `#!/bin/bash
while [ $# -gt 1 ]; do [ "$1" = -i ] || [ "$1" = -l ] || [ "$1" = -c ] || exit 2; shift; done
. "$HOME/.config/nushell/env"
IFS=';'; for part in $1; do part="\${part# }"; case "$part" in ^*) eval "\${part#^}";; *) echo "Error: nu::parser" >&2; exit 1;; esac; done
`

describe('what a login shell exports', () => {
  it.each([
    ['bash', ['.bash_profile'], export_],
    ['zsh', ['.zshrc'], export_],
    ['zsh', ['.zprofile'], export_],
    ['fish', ['.config/fish/config.fish'], "set -gx FOUND 'two\nlines = 双'; set -gx PATH $HOME/bin $PATH\n"],
  ])('is what %s says after it has read %s, noise on both streams left out', async (name, files, text) => {
    if (requires(`the environment of ${name}`, [name]).length > 0) return
    for (const file of files) write(file, `echo "Welcome=1 to $HOME"; echo noise >&2\n${text}echo bye=bye\n`)
    const said = await ask(`/usr/bin/${name}`)
    expect(said).toMatchObject({ kind: 'found', env: { FOUND: 'two\nlines = 双', PATH: expect.stringContaining(`${home}/bin:/`) } })
    expect(Object.keys(said.kind === 'found' ? said.env : {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Welcome|bye|SHLVL|MEWCODE_.*)$/)]),
    )
  })

  it('is asked of nushell in its own language', async () => {
    write('.config/nushell/env', export_)
    expect(await ask(write('nu', NU, { run: true }))).toMatchObject({ kind: 'found', env: { FOUND: 'two\nlines = 双' } })
  })

  it('is asked without -i where the interactive start files end the shell', async () => {
    write('.bash_profile', `${export_}case $- in *i*) exit 3;; esac\n`)
    expect(await ask('/bin/bash')).toMatchObject({ kind: 'found', env: { FOUND: 'two\nlines = 双' } })
  })

  it('is not known where the start files are broken, the shell is missing or is none', async () => {
    write('.bash_profile', 'exit 1\n')
    const kinds = await Promise.all([ask('/bin/bash'), ask(join(home, 'none')), ask('/bin/false')])
    expect(kinds.map(({ kind }) => kind)).toEqual(['broken', 'broken', 'broken'])
  })

  it('has five seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    await ask('/bin/false')
    expect(limit.mock.calls).toEqual([[5_000]])
    limit.mockRestore()
  })

  it('is given up at the limit, though the shell is deaf to the polite signal', async () => {
    write('.bash_profile', "trap '' TERM; while :; do sleep 0.1; done\n")
    const started = performance.now()
    expect(await ask('/bin/bash', 300)).toEqual({ kind: 'slow', shell: '/bin/bash' })
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it('may be made quick by the start files themselves', async () => {
    write('.bash_profile', `[ -n "$MEWCODE_RESOLVING_ENVIRONMENT" ] || sleep 60\n${export_}`)
    expect(await ask('/bin/bash')).toMatchObject({ kind: 'found', env: { FOUND: 'two\nlines = 双' } })
  })
})

describe('the environment of a program without a terminal', () => {
  it('is one object, filled in when the shell has answered and again when it is asked again', async () => {
    write('.bash_profile', 'export FOUND=1 GONE=1 MEWCODE_HOME=/elsewhere ELECTRON_RUN_AS_NODE=1\n')
    const { env, ready, refresh, answer } = askLoginShell({ ...gui('/bin/bash'), OWN: '1' }, { home })
    expect([env['OWN'], env['FOUND'], answer()]).toEqual(['1', undefined, undefined])
    await ready()
    expect([env['OWN'], env['FOUND'], env['MEWCODE_HOME'], env['ELECTRON_RUN_AS_NODE']]).toEqual(['1', '1', undefined, undefined])
    expect([answer()?.kind, await refresh()]).toEqual(['found', false])
    write('.bash_profile', 'export FOUND=2\n')
    expect([await refresh(), env['FOUND'], env['GONE'], env['OWN']]).toEqual([true, '2', undefined, '1'])
    write('.bash_profile', 'exit 1\n')
    expect([await refresh(), env['FOUND'], answer()?.kind]).toEqual([false, '2', 'found'])
  })

  it('stays what it was where no shell answers', async () => {
    const { env, ready, answer } = askLoginShell(gui(join(home, 'none')), { home })
    await ready()
    expect([env, answer()?.kind]).toEqual([gui(join(home, 'none')), 'broken'])
  })
})
