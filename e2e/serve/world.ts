import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startModelServer, type ModelScript, type ModelServer } from '../../core/testing/model-server/index.ts'
import { ENTRY } from '../bench/entry.ts'

/** The key every test's provider uses; it may show up nowhere but in requests to the model server. */
export const PLANTED_KEY = 'sk-planted-e2e-4c1f9ab27d'

export interface WorldOptions {
  readonly protocol?: 'anthropic' | 'openai'
  readonly script?: ModelScript
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>
  /** A folder to live in, which is made and taken away again; it may not be there. Else one among the temporary ones. */
  readonly at?: string | undefined
  /** The project's folder, and MewCode's own, within that. */
  readonly folder?: string
  readonly homeFolder?: string
  /** `none`: nothing is configured, the first run. */
  readonly provider?: 'variable' | 'none'
  /** More lines of `config.yaml`. */
  readonly config?: string
  readonly settings?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A throw-away home and project, a scripted model, and hosts started on them. */
export interface World {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly model: ModelServer
  readonly env: NodeJS.ProcessEnv
  /** Starts `mewcode serve` on the project, or on Home; resolves with the printed link. */
  serve(options?: { home?: boolean }): Promise<Host>
  read(file: string): Promise<string>
  close(): Promise<void>
}

export interface Host {
  readonly link: string
  readonly child: ChildProcess
  /** Everything the host printed so far, both streams. */
  output(): string
  stop(): Promise<void>
}

export async function makeWorld({
  protocol = 'anthropic',
  script = [],
  files = {},
  at,
  folder = 'parcel-api',
  homeFolder = 'home',
  provider = 'variable',
  config = '',
  settings,
  env: extra = {},
}: WorldOptions = {}): Promise<World> {
  if (at !== undefined) await mkdir(at)
  const root = at ?? (await realpath(await mkdtemp(path.join(os.tmpdir(), 'mewcode-e2e-'))))
  const [home, project] = [path.join(root, homeFolder), path.join(root, folder)]
  const model = await startModelServer({ protocol, script, key: PLANTED_KEY })
  await mkdir(home, { mode: 0o700 })
  await mkdir(project, { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true })
    await writeFile(path.join(project, file), text)
  }
  if (provider === 'variable') await writeFile(path.join(home, 'config.yaml'), providerYaml(model, protocol) + config)
  else if (config !== '') await writeFile(path.join(home, 'config.yaml'), config)
  if (settings !== undefined) await writeFile(path.join(home, 'settings.yaml'), settings)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    MEWCODE_HOME: home,
    HOME: root,
    E2E_KEY: PLANTED_KEY,
    OLLAMA_HOST: '127.0.0.1:9',
    ...extra,
  }
  for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY']) if (!(name in extra)) delete env[name]
  const hosts: Host[] = []
  return {
    root,
    home,
    project,
    model,
    env,
    async serve({ home: onHome = false } = {}) {
      const host = await startHost(onHome ? ['serve'] : ['serve', '--project', project], env)
      hosts.push(host)
      return host
    },
    read: (file) => readFile(path.join(project, file), 'utf8'),
    async close() {
      await Promise.all(hosts.map((host) => host.stop()))
      await model.close()
      // What the host started may still be at its last write.
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function providerYaml(model: ModelServer, protocol: 'anthropic' | 'openai'): string {
  const id = protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'
  return `providers:\n  - name: scripted\n    protocol: ${protocol}\n    base_url: "${model.baseUrl}"\n    api_key: "\${E2E_KEY}"\n    model: ${id}\n`
}

async function startHost(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Host> {
  const child = spawn(process.execPath, [ENTRY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const link = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output)
      if (found) link.resolve(found[0])
    })
  const exited = once(child, 'exit')
  void exited.then(() => link.reject(new Error(`the host ended: ${output}`)))
  return {
    link: await link.promise,
    child,
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
