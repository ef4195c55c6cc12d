import type { Terminal } from './command.ts'
import type { Words } from './language.ts'
import { readAll } from './run/prompt.ts'

/** One secret: the whole piped input, or a line typed without echo. Never from the command line, which others can read. */
export async function readSecret(terminal: Terminal, question: Words): Promise<string> {
  if (!terminal.stdin.isTTY) return (await readAll(terminal.stdin)).trim()
  terminal.stderr.write(question[terminal.language])
  try {
    return (await readHidden(terminal)).trim()
  } finally {
    terminal.stderr.write('\n')
  }
}

/** Raw mode shows nothing of what is typed, and makes Ctrl-C a character. */
function readHidden({ stdin }: Terminal): Promise<string> {
  return new Promise((resolve) => {
    let typed = ''
    const done = (): void => {
      stdin.off('data', onData)
      stdin.setRawMode?.(false)
      stdin.pause()
      resolve(typed)
    }
    const onData = (chunk: Buffer): void => {
      for (const character of chunk.toString('utf8')) {
        if (character === '\r' || character === '\n' || character === '\u0004') return done()
        if (character === '\u0003') {
          done()
          return void process.kill(process.pid, 'SIGINT')
        }
        typed = character === '\u007f' || character === '\b' ? Array.from(typed).slice(0, -1).join('') : typed + character
      }
    }
    stdin.setRawMode?.(true)
    stdin.on('data', onData)
  })
}
