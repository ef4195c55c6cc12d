/** Numbers from a seed: the same seed gives the same lines. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const programs = [
  'one',
  'two',
  'three',
  'rm',
  'git',
  'touch',
  'cat',
  'npm',
  '/usr/bin/one',
  './one',
  'o"n"e',
  "t'w'o",
  '\\three',
  "$'one'",
  '"two"',
]
const wrappers = [
  'env',
  'env A=1',
  'env -i',
  'nohup',
  'nice',
  'nice -n 3',
  'timeout 5',
  'timeout -k 1 5',
  'command',
  'exec',
  'setsid',
  'time',
  'time -p',
  'xargs',
  'xargs -n 1',
  'builtin',
  'env nice',
]
const plainWords = [
  'a',
  '-x',
  '--long=v',
  'a.txt',
  'src/b.c',
  '"two words"',
  "'q;q'",
  'a\\ b',
  '\\;',
  'x=1',
  '-',
  '--',
  '{}',
  '#no',
  'a#b',
  '~',
  '""',
  "''",
  '"a|b"',
  "'$(two)'",
  '\\$HOME',
  '{p,q}',
  'z{1,2}',
  "$'t\\tt'",
  '日本',
  'é',
  '!',
  '^x',
  '%1',
  ',',
  '@',
  '+',
]
const computedWords = [
  '$HOME',
  '"$HOME"',
  '${X:-d}',
  '$(one s)',
  '"$(two s)"',
  '`three s`',
  '*',
  'src/*',
  '$((1+2))',
  '<(one p)',
  '{1..3}',
  '~/x',
  '$X',
  '$#',
  '"${Y}"z',
]
const targets = ['out1', 'src/out2', '"out 3"', "'out4'", '/tmp/out5', '~/out6', 'o\\ 7', '$X/out8', '/dev/null']
const operators = ['>', '>>', '2>', '>|', '&>', '1>', '&>>', '>&']

/** One random line of shell: mostly right, sometimes broken. */
export function randomLine(random: () => number): string {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? ''
  const chance = (share: number): boolean => random() < share
  const line = list(0)
  return chance(0.08) ? broken(line) : line

  function list(depth: number): string {
    let text = statement(depth)
    while (chance(0.35)) text += `${pick([' && ', ' || ', '; ', ' | ', ' & ', '\n', ' |& ', '&&', ';', '|'])}${statement(depth)}`
    return text
  }

  function statement(depth: number): string {
    const kind = depth > 2 ? 1 : random()
    if (kind < 0.04) return `(${list(depth + 1)})`
    if (kind < 0.08) return `{ ${list(depth + 1)}; }`
    if (kind < 0.11) return `if ${list(depth + 1)}; then ${list(depth + 1)}; fi`
    if (kind < 0.13) return `for v in ${word()} ${word()}; do ${list(depth + 1)}; done`
    if (kind < 0.15) return `while false; do ${list(depth + 1)}; done`
    if (kind < 0.17) return `case ${word()} in a) ${list(depth + 1)};; *) ${list(depth + 1)};; esac`
    if (kind < 0.19) return `fn() { ${list(depth + 1)}; }; fn`
    if (kind < 0.22) return `bash -c ${quote(list(depth + 1))}`
    if (kind < 0.24) return `eval ${quote(list(depth + 1))}`
    if (kind < 0.26) return `bash <<'E'\n${list(depth + 1)}\nE\n`
    if (kind < 0.28) return `${command()} <<E\n${list(depth + 1)}\nE\n`
    if (kind < 0.3) return `find . -exec ${command()} {} \\;`
    if (kind < 0.32) return `! ${command()}`
    if (kind < 0.34) return `${command()} <<< ${word()}`
    return command()
  }

  function command(): string {
    const parts: string[] = []
    if (chance(0.1)) parts.push(`${pick(['A', 'LANG', 'B'])}=${word()}`)
    if (chance(0.08)) parts.push(redirect())
    if (chance(0.2)) parts.push(pick(wrappers))
    parts.push(pick(programs))
    while (chance(0.55)) parts.push(chance(0.1) ? redirect() : word())
    if (chance(0.15)) parts.push(redirect())
    return parts.join(chance(0.05) ? '  ' : ' ')
  }

  function redirect(): string {
    return chance(0.1) ? pick(['2>&1', '< a.txt', '<a.txt', '>&2', '2>&-']) : `${pick(operators)}${chance(0.5) ? ' ' : ''}${pick(targets)}`
  }

  function word(): string {
    return chance(0.2) ? pick(computedWords) : pick(plainWords)
  }

  function broken(text: string): string {
    const at = Math.floor(random() * text.length)
    const odd = pick(['"', "'", '`', '$(', ')', '(', '{', '}', '\\', '\n', '<<', '>', '|', '&', ';', '\r', '\u00a0', '\u0001', '${', '#'])
    return chance(0.5) ? text.slice(0, at) + odd + text.slice(at) : text.slice(0, at) + text.slice(at + 1)
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
