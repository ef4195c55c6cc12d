import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const execute = promisify(execFile)
const entry = resolve(import.meta.dirname, 'entry.ts')
const version = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')).version

/** Makes Node say that it is an older one, in this process only. */
const olderNode = ['--import', "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.11.0'})"]

it('prints the version and nothing else', async () => {
  expect(await execute(process.execPath, [entry, '--version'])).toEqual({ stdout: `${version}\n`, stderr: '' })
})

it('goes on under the Node of the checkout when it was started with an older one', async () => {
  const env = { ...process.env, MEWCODE_LANG: 'zh-CN' }
  const { stdout } = await execute(process.execPath, [...olderNode, entry, 'run', '--help'], { env })
  expect(stdout).toContain('不开窗口，运行一个回合')
})

it('passes the exit code of the checkout’s Node on', async () => {
  const failed = await execute(process.execPath, [...olderNode, entry, 'run', '--nope', 'x']).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^usage\.unknown_option: /) })
})
