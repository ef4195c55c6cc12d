/** A file or folder named with `@` in a prompt. */
export interface Mention {
  /** As written, without `@`, quotes and lines. */
  readonly path: string
  /** 1-based. */
  readonly lines: { readonly from: number; readonly to: number } | undefined
}

/** More of them in one prompt are left as words. */
const MAX_MENTIONS = 20

/** An `@` inside a word (an address, a decorator's argument) names no file. */
const MENTION = /(?<=^|[\s([{<"'`，。；：、！？（【《“])@(?:"([^"\n]+)"|([^\s"'`<>|*，。；、！？）】》”]+))(?::(\d{1,7})(?:-(\d{1,7}))?)?/gu

/**
 * What a prompt names with `@`, each once: `@src/a.ts`, `@"my file.md"`, `@src/a.ts:10-20`. Which of them are there is not
 * looked at; a sentence's mark behind a name belongs to no name.
 */
export function readMentions(text: string): Mention[] {
  const found = new Map<string, Mention>()
  for (const [, quoted, bare = '', from, to] of text.matchAll(MENTION)) {
    const mention = quoted === undefined ? bareMention(bare) : { path: quoted, lines: range(from, to) }
    if (mention.path !== '') found.set(JSON.stringify(mention), mention)
  }
  return [...found.values()].slice(0, MAX_MENTIONS)
}

/** Something of an MCP server's that a prompt names with `@server:uri`. */
export interface ResourceMention {
  readonly server: string
  readonly uri: string
}

/** What a prompt names of servers, each once: `@docs:file:///a.md`, `@"docs:note://with blanks"`. */
export function readResourceMentions(text: string): ResourceMention[] {
  const found = new Map<string, ResourceMention>()
  for (const [, quoted, bare = ''] of text.matchAll(MENTION)) {
    const word = quoted ?? bare.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '')
    const [, server, uri] = /^([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*):([A-Za-z][A-Za-z0-9+.-]*:.+)$/s.exec(word) ?? []
    if (server !== undefined && uri !== undefined) found.set(word, { server, uri })
  }
  return [...found.values()].slice(0, MAX_MENTIONS)
}

function bareMention(word: string): Mention {
  const plain = word.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '')
  const match = /^(.+?)(?::(\d{1,7})(?:-(\d{1,7}))?|#L(\d{1,7})(?:-L?(\d{1,7}))?)$/.exec(plain)
  if (!match) return { path: plain, lines: undefined }
  return { path: match[1] ?? '', lines: range(match[2] ?? match[4], match[3] ?? match[5]) }
}

function range(from: string | undefined, to: string | undefined): Mention['lines'] {
  if (from === undefined) return undefined
  const first = Math.max(1, Number(from))
  return { from: first, to: Math.max(first, Number(to ?? from)) }
}
