import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from './build.ts'
import { projectPath, ROOT } from './command.ts'

// Rebuilds on every change and serves the app in the browser: reload the page for a change in `renderer/`; a change in the host
// restarts it under a new link.
await build({ force: true })
const start = (program: string, args: readonly string[]): ChildProcess =>
  spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: projectPath() } })
const children = [
  start('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.config.ts']),
  start('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.diagram.config.ts']),
  start('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.node.config.ts']),
  start('node', ['--watch', '--watch-preserve-output', join(ROOT, 'out/cli/entry.js'), 'serve', ...process.argv.slice(2)]),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => children.forEach((child) => child.kill(signal)))
await Promise.all(children.map((child) => once(child, 'close')))
