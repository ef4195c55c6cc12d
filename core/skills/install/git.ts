import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { devNull } from 'node:os'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { childEnvironment, contactingByGit, findProgram, QUIET_GIT, runProcess, type Environment } from '../../platform/index.ts'
import type { HostList } from './hosts.ts'
import { quotas } from './limits.ts'
import { fileTooLarge } from './read-bounded.ts'
import { splitRef } from './refs.ts'
import type { Signed } from './registries.ts'
import type { Source } from './source.ts'
import type { SourceFile, SourceTree } from './types.ts'

/** Of lists that git prints. */
const MAX_LIST_BYTES = 32 * 1024 * 1024

export interface GitDeps {
  readonly hosts: HostList
  readonly env: Environment
  readonly temp: string
  readonly signal: AbortSignal
  readonly signed?: Signed | undefined
}

type GitSource = Extract<Source, { kind: 'git' }>

/**
 * Any repository git can reach, with the person's own sign-in. One commit is fetched into a bare repository of ours and read out
 * of it: nothing is checked out, so no hook, filter, link or submodule of it comes to life. `AppError('install.*')`.
 */
export async function openGit({ url, at, skill }: GitSource, deps: GitDeps): Promise<SourceTree> {
  const refused = deps.hosts.refusal(gitAddress(url))
  if (refused) throw refused
  const program = await findProgram(process.platform === 'win32' ? 'git.exe' : 'git', deps.env)
  if (program === undefined) throw new AppError('install.no_git')
  await mkdir(deps.temp, { recursive: true })
  const folder = await mkdtemp(path.join(deps.temp, 'mewcode-skill-'))
  const git = createGit({ program, folder, url, deps })
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await git(['init', '--quiet', '--bare', '--template=', '.'])
    const place = at.kind === 'ref-and-path' ? await splitAt(at.parts) : { ref: '', path: at.kind === 'path' ? at.path : '' }
    const fetched = [
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      url,
      `${place.ref || 'HEAD'}:refs/mewcode/wanted`,
    ]
    await contactingByGit(url, 'skills', () => git(fetched))
    const commit = (await git(['rev-parse', 'refs/mewcode/wanted^{commit}'])).toString().trim()
    const listed = listing((await git(['ls-tree', '-r', '-l', '-z', commit])).toString())
    return {
      origin: url,
      ...place,
      commit,
      skill,
      topName: path.posix.basename(url.replace(/[/\\]+$/, '').replace(/^.*:/, '')).replace(/\.git$/, ''),
      isSkillFolder: false,
      files: listed.map(({ file }) => file),
      async read(file, maxBytes) {
        const blob = listed.find((one) => one.file === file)
        if (!blob || (file.bytes ?? 0) > maxBytes) throw fileTooLarge(file.path, maxBytes)
        return git(['cat-file', 'blob', blob.id])
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  async function splitAt(parts: readonly string[]): Promise<{ ref: string; path: string }> {
    const listed = await contactingByGit(url, 'skills', () => git(['ls-remote', '--heads', '--tags', url]))
    const lines = listed.toString().split('\n')
    const names = lines.flatMap((line) => /\trefs\/(?:heads|tags)\/(.+?)(?:\^\{\})?$/.exec(line)?.[1] ?? [])
    const found = splitRef(parts, new Set(names))
    if (!found) throw new AppError('install.ref_unknown', { params: { ref: parts.join('/'), source: url } })
    return found
  }
}

function createGit({ program, folder, url, deps }: { program: string; folder: string; url: string; deps: GitDeps }) {
  const { env, signal, signed } = deps
  const basic = signed && Buffer.from(`x-access-token:${signed.token}`).toString('base64')
  const safe = [
    ...['core.hooksPath=' + devNull, 'core.fsmonitor=', 'protocol.ext.allow=never', 'protocol.file.allow=never', 'fetch.fsckObjects=true'],
    // Credentials of another host are not sent on.
    'http.followRedirects=false',
  ].flatMap((pair) => ['-c', pair])
  return async (args: readonly string[]): Promise<Buffer> => {
    const out: Buffer[] = []
    const trouble: Buffer[] = []
    let bytes = 0
    const stop = new AbortController()
    const ended = await runProcess(
      {
        command: program,
        args: ['--no-pager', '--no-optional-locks', ...safe, ...args],
        cwd: folder,
        env: {
          ...childEnvironment({ env, secretVariables: new Set() }),
          ...QUIET_GIT,
          // In its environment, not among its arguments, which everybody on the machine may read.
          ...(signed && {
            GIT_CONFIG_COUNT: '1',
            GIT_CONFIG_KEY_0: `http.${signed.origin}/.extraHeader`,
            GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
          }),
          // A bare repository is used where it is named, not where one stands.
          GIT_DIR: folder,
          ...(env['GIT_SSH_COMMAND'] && { GIT_SSH_COMMAND: env['GIT_SSH_COMMAND'] }),
        },
        onOutput(stream, chunk) {
          bytes += chunk.length
          if (bytes > MAX_LIST_BYTES) stop.abort()
          else (stream === 'stdout' ? out : trouble).push(chunk)
        },
      },
      { timeoutMs: quotas.timeoutMs, signal: AbortSignal.any([signal, stop.signal]) },
    )
    signal.throwIfAborted()
    if (ended.ending === 'exited' && ended.code === 0) return Buffer.concat(out)
    const detail = detailOf(Buffer.concat(trouble).toString(), ended.ending)
    // A server may say again what it was told.
    const shown = signed && basic !== undefined ? detail.replaceAll(signed.token, '…').replaceAll(basic, '…') : detail
    throw new AppError('install.git_failed', { params: { url, detail: shown } })
  }
}

interface Listed {
  readonly id: string
  readonly file: SourceFile
}

/** `mode type id size<TAB>path`, ended by NUL. Submodules are commits and left out. */
function listing(text: string): Listed[] {
  return text.split('\0').flatMap((line): Listed[] => {
    const found = /^(\d{6}) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/s.exec(line)
    if (!found) return []
    const [, mode, id = '', size, name = ''] = found
    return [{ id, file: { path: name, kind: mode === '120000' ? 'link' : 'file', bytes: Number(size), isExecutable: mode === '100755' } }]
  })
}

/** For the list of hosts; the short form of ssh is one too. */
export function gitAddress(url: string): URL {
  const short = /^[\w.-]+@([\w.-]+):/.exec(url)
  const parsed = short ? new URL(`ssh://${short[1]}/`) : URL.parse(url)
  if (!parsed) throw new AppError('install.bad_source', { params: { source: url } })
  return parsed
}

function detailOf(text: string, ending: string): string {
  const line = text.split('\n').find((one) => /^(?:fatal|error|remote):/.test(one)) ?? text.split('\n').find((one) => one.trim() !== '')
  return (line ?? ending).replace(/\/\/[^/@\s]+@/g, '//').slice(0, 300)
}
