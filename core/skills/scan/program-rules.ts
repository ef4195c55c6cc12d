import type { Rule } from './rules.ts'

/** Takes all secrets there are, or one that lies in a file. */
export const harvest =
  /os\.environ\.items\(|dict\(os\.environ\)|(?:=|\()\s*os\.environ\s*(?:$|[,)])|JSON\.stringify\(process\.env\)|Object\.(?:entries|keys)\(process\.env\)|[~/]\/?\.(?:ssh|aws|gnupg)\b|\bid_rsa\b|\.netrc\b|Login Data|Library\/Keychains/m

/** Gives something to another machine. */
export const send =
  /requests\.(?:post|put)|\burlopen\(|http\.client\.HTTPS?Connection|socket\.socket\(|axios\.post|\bfetch\([^)]{0,300}method|https?\.request\(|\bcurl\b[^\n]{0,300}\s(?:-d|-F|-T|--data)/

/** Of programs: pieces that are harmless one by one and not in one file. The finding stands at the first of them. */
export const programRules: readonly (Pick<Rule, 'id' | 'code'> & { readonly pieces: readonly RegExp[] })[] = [
  {
    id: 'exfiltration.program',
    code: 'skill.scan_exfiltration',
    pieces: [harvest, send],
  },
  {
    id: 'remote-code.decoded',
    code: 'skill.scan_remote_code',
    pieces: [/b64decode|\batob\(|base64['"]\s*\)|bytes\.fromhex|codecs\.decode/, /(?:^|[^\w.])(?:exec|eval)\(|new Function\(/m],
  },
]

/** Of one program: what it does to whatever it is given. */
export const careless: readonly (Pick<Rule, 'id' | 'code'> & { readonly find: (text: string) => number })[] = [
  {
    id: 'injectable.code',
    code: 'skill.scan_injectable',
    // What a caller hands in is run as code; a constant in the call is not.
    find: (text) => parameterUse(text, /(?<![.\w])(?:eval|exec)\(\s*(?:f["']|([A-Za-z_]\w*)\s*[),])/g),
  },
  {
    id: 'injectable.query',
    code: 'skill.scan_injectable',
    find: (text) =>
      /\.execute\w*\(/.test(text) ? text.search(/\bf["']{1,3}\s*(?:SELECT|INSERT|UPDATE|DELETE)\b[^"'\n]*(?:=|LIKE\s+'?%?)\s*'?\{/i) : -1,
  },
  {
    id: 'injectable.path',
    code: 'skill.scan_injectable',
    find: (text) => (/\bopen\(/.test(text) ? text.search(/\bf["']\/(?:etc|root|proc|home)\/[^"'\n]*\{/) : -1),
  },
  { id: 'exhaustion.loop', code: 'skill.scan_exhaustion', find: endlessLoop },
  {
    id: 'exfiltration.body',
    code: 'skill.scan_exfiltration',
    find: secretInBody,
  },
]

/** Of a call, what is looked at. */
const CALL = 1_000

function secretInBody(text: string): number {
  const starts = [...text.matchAll(/(?:requests\.(?:post|put)|axios\.post)\(/gi)].map(({ index }) => index)
  const found = starts.findIndex((start, at) =>
    /^[^(]*\(\s*["'][^"']*["'][^)]*(?:json|data)\s*=\s*\{(?![^}]*grant_type)[^}]*["'](?:api_?key|key|token|secret|password|credentials?)["']\s*:/i.test(
      text.slice(start, Math.min(start + CALL, starts[at + 1] ?? text.length)),
    ),
  )
  return starts[found] ?? -1
}

/** The first use of a name that a function of the text takes, or of a text put together on the spot. */
function parameterUse(text: string, use: RegExp): number {
  const taken = parametersOf(text)
  for (const found of text.matchAll(use)) {
    const [, name] = found
    if (name === undefined || taken.has(name)) return found.index
  }
  return -1
}

/** All that stands between the brackets of definitions. */
function parametersOf(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  let open: number | undefined
  const take = (end: number): void => {
    for (const [name] of text.slice(open ?? end, end).matchAll(/[A-Za-z_]\w*/g)) names.add(name)
    open = undefined
  }
  for (const { 0: mark, index } of text.matchAll(/\bdef\s+\w+\(|\)/g)) {
    if (mark === ')') take(index)
    else open ??= index + mark.length
  }
  take(text.length)
  return names
}

/** A loop of Python without an end, a wait, anything it waits for, or a failure that ends it. */
function endlessLoop(text: string): number {
  for (const found of text.matchAll(/^([ \t]*)while (?:True|1)\s*:[^\n]*\n((?:\1[ \t][^\n]*\n|[ \t]*\n)+)/gm)) {
    const isCaught = /^\s*(?:except|finally)\b/.test(text.slice(found.index + found[0].length))
    if (!isCaught && !ENDS.test(found[2] ?? '')) return found.index
  }
  return -1
}

const ENDS = /\b(?:break|return|raise|yield|await|sleep|wait|input|readline|recv|accept|read|get|exit|poll|select|next|pop|join)\b/
