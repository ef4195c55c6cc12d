import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, symlinkSync, writeSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

const read = (path: string, more: object = {}): Promise<string> => project.text('read_file', { path, ...more })
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\tline ${from + at}`).join('\n')

describe('a text file', () => {
  it('comes as numbered lines with its end', async () => {
    project.write('f.txt', 'one\r\ntwo\n\nfour')
    expect(await read('f.txt')).toBe('1\tone\n2\ttwo\n3\t\n4\tfour\n(end of file, 4 lines)')
    project.write('empty.txt', '')
    expect(await read('empty.txt')).toBe('(the file is empty)')
  })

  it('comes 2,000 lines at a time and says how to go on', async () => {
    project.write('f.txt', Array.from({ length: 2_500 }, (_, at) => `line ${at + 1}\n`).join(''))
    expect(await read('f.txt')).toBe(`${numbered(1, 2_000)}\n(lines 1-2000 of 2500; go on with offset=2001)`)
    expect(await read('f.txt', { offset: 2_001 })).toBe(`${numbered(2_001, 2_500)}\n(end of file, 2500 lines)`)
    expect(await read('f.txt', { offset: 10, limit: 2 })).toBe(`${numbered(10, 11)}\n(lines 10-11 of 2500; go on with offset=12)`)
    expect(await project.failure('read_file', { path: 'f.txt', offset: 2_501 })).toContain('has 2500 lines')
  })

  it('stops at 50 KB, with whole lines', async () => {
    project.write('f.txt', `${'x'.repeat(1_000)}\n`.repeat(100))
    const text = await read('f.txt')
    expect(text).toMatch(/\(lines 1-51 of 100; stopped at 50 KB; go on with offset=52\)$/)
    expect(Buffer.byteLength(text)).toBeLessThan(52_000)
  })

  it('has its long lines cut, between characters', async () => {
    project.write('f.txt', `x${'🦀'.repeat(3_000)}\nshort\n`)
    const [first = '', second] = (await read('f.txt')).split('\n')
    expect(first).toMatch(/^1\tx🦀+ … \(cut: the line has 6001 characters\)$/u)
    expect(first.isWellFormed()).toBe(true)
    expect(second).toBe('2\tshort')
  })

  it('with a line of 40 MB is read in bounded memory', { timeout: 20_000 }, async () => {
    const file = openSync(project.path('big.txt'), 'w')
    const block = Buffer.alloc(1 << 20, 'y')
    writeSync(file, 'first\n')
    for (let n = 0; n < 40; n++) writeSync(file, block)
    writeSync(file, '\nlast\n')
    closeSync(file)
    const before = process.memoryUsage().rss
    const text = await read('big.txt')
    expect(text).toMatch(/^1\tfirst\n2\ty+ … \(cut: the line has 41943040 characters\)\n3\tlast\n\(end of file, 3 lines\)$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(60 << 20)
  })

  it('in UTF-16 or GB18030 is decoded and its encoding named', async () => {
    project.write('u.txt', Buffer.from('\ufeff中文 🦀\nx\n', 'utf16le'))
    expect(await read('u.txt')).toBe('1\t中文 🦀\n2\tx\n(end of file, 2 lines, encoding utf-16le)')
    project.write('g.txt', Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a]))
    expect(await read('g.txt')).toBe('1\t中文\n(end of file, 1 lines, encoding gb18030)')
  })
})

describe('what is not a text file', () => {
  it('is listed when it is a folder', async () => {
    project.write('d/b.txt', '')
    project.write('d/a b/c', '')
    expect(await read('d')).toBe('d is a folder:\na b/\nb.txt')
  })

  it('is refused by its content, whatever its name', async () => {
    project.write('c', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'))
    expect(await project.failure('read_file', { path: 'c' })).toContain('an ELF program')
    project.write('d', Buffer.from([1, 2, 3, 0, 5, 200]))
    expect(await project.failure('read_file', { path: 'd' })).toContain('binary file')
  })

  it('never blocks: pipes, devices and files of the kernel are refused', async () => {
    execFileSync('/usr/bin/mkfifo', [project.path('pipe')])
    expect(await project.failure('read_file', { path: 'pipe' })).toContain('is a pipe')
    symlinkSync('/dev/zero', project.path('zero'))
    expect(await project.failure('read_file', { path: 'zero' })).toContain('is a device')
    expect(await project.failure('read_file', { path: '/proc/self/environ' })).toContain('a file of the kernel')
    expect(await project.failure('read_file', { path: '/dev/stdin' })).toContain('not a regular file')
  })

  it('gets up to three similar names when it is missing', async () => {
    for (const name of ['session.ts', 'sessions.ts', 'session.test.ts', 'session-list.ts', 'other.ts']) project.write(`src/${name}`, '')
    const words = await project.failure('read_file', { path: 'src/sesion.ts' })
    expect(words).toMatch(/^No such file: src\/sesion\.ts\. Did you mean (src\/session[\w.-]*(, )?){3}\?$/)
    expect(await project.failure('read_file', { path: 'nowhere/x' })).toContain('Use glob')
  })

  it('is told as a link when its target is missing, never as its own near name', async () => {
    symlinkSync('gone.ts', project.path('dang'))
    project.write('dangle', '')
    const words = await project.failure('read_file', { path: 'dang' })
    expect(words).toBe('dang is a link whose target is missing. Did you mean dangle?')
  })

  it('may be huge and sparse without being read into memory', async () => {
    const file = openSync(project.path('sparse'), 'w')
    ftruncateSync(file, 2 ** 34)
    closeSync(file)
    expect(await project.failure('read_file', { path: 'sparse' })).toContain('binary file')
  })
})
