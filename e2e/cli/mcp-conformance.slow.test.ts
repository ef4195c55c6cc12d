import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ENTRY } from '../bench/entry.ts'

const SUITE = path.resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

/** What the revision requires of a client, by the suite's own frozen list. */
function required(revision: string): string[] {
  return parse(readFileSync(path.join(SUITE, 'requirements', `${revision}.yaml`), 'utf8')).client
}

/** Runs the suite against the built command line; the scenarios that passed and those that did not. */
async function judge(revision: string, folder: string): Promise<{ code: number | null; passed: string[]; failed: string[] }> {
  const command = `${process.execPath} ${ENTRY} mcp-conformance-client`
  const args = ['client', '--command', command, '--requirements', revision, '--timeout', '100000', '-o', folder]
  const child = spawn(process.execPath, [path.join(SUITE, 'dist/index.js'), ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const summary = text.slice(text.indexOf('=== SUITE SUMMARY ===')).split('Not scored')[0] ?? ''
  const named = (mark: string): string[] => [...summary.matchAll(new RegExp(`^${mark} (\\S+): `, 'gm'))].map(([, name = '']) => name)
  return { code, passed: named('✓'), failed: named('✗') }
}

it.each([
  ['2025-11-25', 18],
  ['2026-07-28', 32],
])('every scenario that %s requires passes (%i)', { timeout: 140_000 }, async (revision, count) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mewcode-judged-'))
  try {
    const wanted = required(revision)
    expect(wanted).toHaveLength(count)
    const { code, passed, failed } = await judge(revision, folder)
    expect({ code, failed: failed.filter((name) => wanted.includes(name)) }).toEqual({ code: 0, failed: [] })
    expect(passed).toEqual(expect.arrayContaining(wanted))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
