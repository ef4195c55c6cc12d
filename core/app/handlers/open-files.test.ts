import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let app: ConnectedCore
afterEach(() => app.close())

/** A program that writes down what it was started with, one argument a line. */
function plantEditor(folder: string, name: string): string {
  const seen = path.join(folder, `${name}.seen`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > "${seen}.part" && mv "${seen}.part" "${seen}"\n`)
  chmodSync(path.join(folder, name), 0o755)
  return seen
}

it('opens a file at its line in the chosen editor, word for word, and reads it page by page', async () => {
  app = await connectCore({ env: { VISUAL: 'vim', EDITOR: 'vim' } })
  const bin = path.join(app.platform.paths.temp, 'bin')
  const env: Record<string, string | undefined> = app.platform.env
  const [code, zed, gui] = ['code', 'zed', 'gui-edit'].map((name) => plantEditor(bin, name))
  env['PATH'] = `${bin}:/usr/bin:/bin`
  expect(await app.rpc.files.editors({})).toEqual([
    { id: 'vscode', name: 'VS Code' },
    { id: 'zed', name: 'Zed' },
  ])
  env['VISUAL'] = 'gui-edit --wait'
  await app.rpc.settings.set({ editor: 'zed' })
  expect((await app.rpc.files.editors({})).map(({ id }) => id)).toEqual(['zed', 'vscode', 'environment'])

  const name = 'a $(touch pwned) ;&.ts'
  app.project.write(name, 'one\ntwo\n')
  const real = app.project.path(name)
  const seen = (file: string | undefined) =>
    vi.waitFor(() =>
      readFileSync(file ?? '', 'utf8')
        .split('\n')
        .slice(0, -1),
    )
  await app.rpc.files.open({ path: name, line: 2 })
  expect(await seen(zed)).toEqual([`${real}:2`])
  await app.rpc.files.open({ path: real, line: 7, editor: 'vscode' })
  expect(await seen(code)).toEqual(['--goto', `${real}:7`])
  await app.rpc.files.open({ path: name, editor: 'environment' })
  expect(await seen(gui)).toEqual(['--wait', '+1', real])
  expect(existsSync(app.project.path('pwned'))).toBe(false)
  await expect(app.rpc.files.open({ path: name, editor: 'cursor' })).rejects.toMatchObject({ code: 'files.no_editor' })

  const long = Array.from({ length: 30_000 }, (_, index) => `line ${index + 1}`).join('\n')
  app.project.write('long.txt', `${long}\n`)
  const page = await app.rpc.files.read({ path: 'long.txt', line: 20_000 })
  expect(page).toMatchObject({ path: 'long.txt', totalLines: 30_000, firstLine: 20_000 })
  expect(page.lines[0]).toBe('line 20000')
  expect(Buffer.byteLength(page.lines.join('\n'))).toBeLessThanOrEqual(60_000)
  expect(await app.rpc.files.read({ path: 'long.txt', line: 99_999 })).toMatchObject({ firstLine: 30_000, lines: ['line 30000'] })
  app.project.write('min.js', 'x'.repeat(500_000))
  expect(Buffer.byteLength((await app.rpc.files.read({ path: 'min.js' })).lines.join(''))).toBeLessThanOrEqual(60_000)
})

it('leaves what lies outside the project closed until the person confirms, behind a link too', async () => {
  app = await connectCore()
  const outside = path.join(app.platform.paths.temp, 'secret.txt')
  writeFileSync(outside, 'kept apart\n')
  symlinkSync(outside, app.project.path('innocent.txt'))
  for (const written of [outside, 'innocent.txt', path.relative(app.project.root, outside)]) {
    await expect(app.rpc.files.read({ path: written })).rejects.toMatchObject({ code: 'files.outside' })
    await expect(app.rpc.files.open({ path: written })).rejects.toMatchObject({ code: 'files.outside' })
    await expect(app.rpc.files.reveal({ path: written })).rejects.toMatchObject({ code: 'files.outside' })
    expect(await app.rpc.files.read({ path: written, confirmed: true })).toMatchObject({ path: outside, lines: ['kept apart'] })
  }
  app.project.write('picture.bin', '\0\0\u0001')
  await expect(app.rpc.files.read({ path: 'picture.bin' })).rejects.toMatchObject({ code: 'files.not_text' })
  await expect(app.rpc.files.read({ path: 'gone.ts' })).rejects.toMatchObject({ code: 'files.unreadable' })
  await expect(app.rpc.files.read({ path: '.' })).rejects.toMatchObject({ code: 'files.not_text' })
})

it('keeps the keys of providers from the editor', async () => {
  app = await connectCore()
  const bin = path.join(app.platform.paths.temp, 'bin')
  mkdirSync(bin, { recursive: true })
  const seen = path.join(bin, 'seen')
  writeFileSync(path.join(bin, 'code'), `#!/bin/sh\nenv > "${seen}.part" && mv "${seen}.part" "${seen}"\n`)
  chmodSync(path.join(bin, 'code'), 0o755)
  const env: Record<string, string | undefined> = app.platform.env
  env['PATH'] = `${bin}:/usr/bin:/bin`
  env['PLAIN'] = 'told'
  app.project.write('a.ts', 'one\n')
  await app.rpc.files.open({ path: 'a.ts' })
  const told = await vi.waitFor(() => readFileSync(seen, 'utf8'))
  expect(told).toContain('PLAIN=told')
  expect(told).not.toContain('FAKE_KEY')
})
