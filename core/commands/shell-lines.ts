/** Characters of one output, and of all of one text. */
const EACH_CHARS = 4_000
const ALL_CHARS = 16_000
const MOST = 20

/** A command that a text holds behind an exclamation mark. */
export type ShellLine = { readonly line: string } | { readonly line: string; readonly refusal: string }

/** Runs a line as a `bash` call of the conversation's. Rejects only where the turn is stopped; refusals and failures are answers. */
export type RunShell = (line: string) => Promise<{ readonly text: string; readonly isError: boolean }>

/** Runs them one after the other; answers what stands in the place of each. */
export async function shellOutputs(lines: readonly ShellLine[], run: RunShell): Promise<readonly string[]> {
  const outputs: string[] = []
  let room = ALL_CHARS
  for (const [index, shell] of lines.entries()) {
    const output = await outputOf(shell, { run, room: index < MOST ? room : 0 })
    outputs.push(output)
    room -= output.length
  }
  return outputs
}

async function outputOf(shell: ShellLine, { run, room }: { run: RunShell; room: number }): Promise<string> {
  const { line } = shell
  if ('refusal' in shell) return notRun(line, shell.refusal)
  if (room <= 0) return notRun(line, `a text gets at most ${MOST} outputs, ${ALL_CHARS} characters together`)
  const { text, isError } = await run(line)
  if (isError) return bounded(`[The command ${shown(line)} gave no output to go by. ${text.trim()}]`, Math.min(EACH_CHARS, room))
  return text.trim() === '' ? '(no output)' : bounded(text.trimEnd(), Math.min(EACH_CHARS, room))
}

function notRun(line: string, why: string): string {
  return `[The command ${shown(line)} was not run: ${why}.]`
}

function shown(line: string): string {
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line)
}

/** Head and tail of what is longer. */
function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  const left = text.length - 2 * half
  return `${text.slice(0, half)}\n[… ${left} characters left out …]\n${text.slice(text.length - half)}`.toWellFormed()
}
