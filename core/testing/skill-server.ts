import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What a commit holds: text, or a link's target. */
export type RepositoryFiles = Readonly<Record<string, string | Buffer | { readonly link: string } | { readonly run: string }>>

/** One server that is GitHub's API, its raw files, git over HTTP and a plain site, over real repositories. */
export interface SkillServer {
  readonly url: string
  readonly host: string
  readonly github: { readonly web: string; readonly api: string; readonly raw: string }
  /** Adds a commit on `branch`, with these files and none else; answers its id. */
  commit(repository: string, files: RepositoryFiles, options?: { branch?: string; tag?: string }): string
  /** `http` address of a repository for git. */
  gitUrl(repository: string): string
  /** Answers that stand before all others, by path and query. */
  answer(pattern: RegExp, reply: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Paths and queries, as they came. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function startSkillServer(): Promise<SkillServer> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-skill-server-')))
  const requests: string[] = []
  const replies: { pattern: RegExp; reply: (request: IncomingMessage, response: ServerResponse) => void }[] = []
  const folderOf = (repository: string): string => join(base, `${repository}.git`)
  const git = (repository: string, ...args: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'protocol.file.allow=never', ...args], {
      cwd: folderOf(repository),
      env: { PATH: process.env['PATH'], ...IDENTITY },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })

  const server = createServer((request, response) => {
    const { url = '/' } = request
    requests.push(url)
    const own = replies.find(({ pattern }) => pattern.test(url))
    if (own) return own.reply(request, response)
    const parsed = new URL(url, 'http://localhost')
    const parts = parsed.pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
    try {
      if (parts[0] === 'api') return json(response, api(parts.slice(1), parsed.searchParams))
      if (parts[0] === 'raw') return void response.end(raw(parts.slice(1)))
      if (parts[0] === 'git')
        return backend(request, response, { base, pathInfo: parsed.pathname.slice('/git'.length), query: parsed.search.slice(1) })
      response.writeHead(404).end()
    } catch {
      // Git's own refusal: there is no such repository, version or path.
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const url = `http://${host}`

  /** The part of the REST API that is needed, as its documentation says. */
  function api([, owner = '', name = '', ...rest]: readonly string[], query: URLSearchParams): unknown {
    const repository = `${owner}/${name}`
    const [kind, ...inner] = rest
    if (kind === 'commits')
      return {
        sha: git(repository, 'rev-parse', '--verify', `${inner.join('/')}^{commit}`)
          .toString()
          .trim(),
      }
    if (kind === 'git' && inner[0] === 'matching-refs') {
      const wanted = `refs/${inner.slice(1).join('/')}`
      const refs = git(repository, 'for-each-ref', '--format=%(refname)').toString().trim().split('\n')
      return refs.filter((ref) => ref.startsWith(wanted)).map((ref) => ({ ref }))
    }
    if (kind === 'git' && inner[0] === 'trees') return { truncated: false, tree: list(repository, inner[1] ?? '', ['-r', '-t']) }
    if (kind === 'contents') {
      const folder = inner.join('/')
      const entries = list(repository, `${query.get('ref') ?? 'HEAD'}`, [], folder === '' ? [] : [`${folder}/`])
      if (entries.length === 0) throw new Error('no such path')
      const types: Readonly<Record<string, string>> = { '120000': 'symlink', '160000': 'submodule', '040000': 'dir' }
      return entries.map(({ path, mode, size, sha }) => ({ path, name: path.split('/').at(-1), type: types[mode] ?? 'file', size, sha }))
    }
    throw new Error('unknown')
  }
  function list(repository: string, tree: string, flags: readonly string[], paths: readonly string[] = []) {
    const lines = git(repository, 'ls-tree', '-l', '-z', ...flags, tree, ...paths)
      .toString()
      .split('\0')
    return lines.flatMap((line) => {
      const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line)
      if (!found) return []
      const [, mode = '', type = '', sha = '', size, path = ''] = found
      return [{ path, mode, type, sha, ...(size !== '-' && { size: Number(size) }) }]
    })
  }
  function raw([owner, name, sha, ...path]: readonly string[]): Buffer {
    return git(`${owner}/${name}`, 'cat-file', 'blob', `${sha}:${path.join('/')}`)
  }

  return {
    url,
    host,
    github: { web: `${url}/web`, api: `${url}/api`, raw: `${url}/raw` },
    gitUrl: (repository) => `${url}/git/${repository}.git`,
    requests,
    answer: (pattern, reply) => void replies.unshift({ pattern, reply }),
    commit(repository, files, { branch = 'main', tag } = {}) {
      const folder = folderOf(repository)
      const work = mkdtempSync(join(base, '.work-'))
      mkdirSync(folder, { recursive: true })
      git(repository, 'init', '--quiet', '--bare', '--initial-branch=main', '.')
      git(repository, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
      git(repository, 'config', 'http.receivepack', 'false')
      for (const [path, content] of Object.entries(files)) put(join(work, path), content)
      const at = ['--git-dir', folder, '--work-tree', work]
      git(repository, ...at, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
      git(repository, ...at, 'add', '--all', '--force', '.')
      git(repository, ...at, 'commit', '--quiet', '--allow-empty', '-m', 'files')
      if (tag !== undefined) git(repository, 'tag', '-a', tag, '-m', tag)
      const sha = git(repository, 'rev-parse', 'HEAD').toString().trim()
      git(repository, 'symbolic-ref', 'HEAD', 'refs/heads/main')
      rmSync(work, { recursive: true, force: true })
      return sha
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

function put(file: string, content: RepositoryFiles[string]): void {
  mkdirSync(dirname(file), { recursive: true })
  if (typeof content === 'string' || Buffer.isBuffer(content)) return writeFileSync(file, content)
  if ('link' in content) return symlinkSync(content.link, file)
  writeFileSync(file, content.run)
  chmodSync(file, 0o755)
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Git's own CGI program. */
function backend(
  request: IncomingMessage,
  response: ServerResponse,
  { base, pathInfo, query }: { base: string; pathInfo: string; query: string },
): void {
  const { headers, method } = request
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: base,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathInfo,
      QUERY_STRING: query,
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      ...IDENTITY,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // Git may end before it has read everything.
  request.pipe(child.stdin.on('error', () => undefined))
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const all = Buffer.concat(chunks)
    const end = all.indexOf('\r\n\r\n')
    const lines = all.subarray(0, end).toString().split('\r\n')
    const status = Number(lines.find((line) => /^status:/i.test(line))?.slice(8, 11) ?? 200)
    for (const line of lines) {
      const [name = '', ...value] = line.split(': ')
      if (name.toLowerCase() !== 'status') response.setHeader(name, value.join(': '))
    }
    response.writeHead(status).end(all.subarray(end + 4))
  })
}
