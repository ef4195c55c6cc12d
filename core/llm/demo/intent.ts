/** What a prompt asks for, as far as fixed rules can tell. */
export type Intent =
  | { readonly kind: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: 'create'; readonly file: string; readonly content: string }
  | { readonly kind: 'search'; readonly pattern: string }
  | { readonly kind: 'find'; readonly name: string }
  | { readonly kind: 'read'; readonly file: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'help' }

// A piece of text in quotes or backticks, or (without them) up to the next word of the pattern.
const quoted = '`[^`]+`|"[^"]+"|“[^”]+”|「[^」]+」|『[^』]+』|‘[^’]+’|\'[^\']+\''
const named = (name: string): string => `(?<${name}>${quoted}|[^\\s，。、？！；：,;?!"“”]+)`
const open = (name: string): string => `(?<${name}>${quoted}|.+?)`
const end = '\\s*[.。!！?？]?\\s*$'

const edits: readonly RegExp[] = [
  new RegExp(
    `\\b(?:change|replace|rename|swap|turn)\\s+${open('from')}\\s+(?:to|with|by|into|for)\\s+${open('to')}\\s+in\\s+(?:the\\s+)?(?:file\\s+)?${open('file')}${end}`,
    'is',
  ),
  new RegExp(
    `\\bin\\s+(?:the\\s+)?(?:file\\s+)?${named('file')},?\\s+(?:change|replace|rename|swap|turn)\\s+${open('from')}\\s+(?:to|with|by|into|for)\\s+${open('to')}${end}`,
    'is',
  ),
  new RegExp(
    `(?:把|将)\\s*(?:文件)?\\s*${open('file')}\\s*(?:文件)?(?:里面|里|中)的?\\s*${open('from')}\\s*(?:改成|改为|换成|替换为|替换成|变成)\\s*${open('to')}${end}`,
    's',
  ),
  new RegExp(
    `在\\s*(?:文件)?\\s*${open('file')}\\s*(?:文件)?(?:里面|里|中)\\s*[,，]?\\s*(?:把|将)\\s*${open('from')}\\s*(?:改成|改为|换成|替换为|替换成|变成)\\s*${open('to')}${end}`,
    's',
  ),
]

const creations: readonly RegExp[] = [
  new RegExp(
    `\\b(?:create|write|make|add)\\s+(?:a\\s+)?(?:new\\s+)?(?:file\\s+)?(?:called\\s+|named\\s+)?${named('file')}\\s+(?:with|containing|that says)\\s+(?:the\\s+)?(?:content\\s+|text\\s+)?${open('content')}${end}`,
    'is',
  ),
  new RegExp(
    `(?:新建|创建|写一个|建一个)\\s*(?:文件)?\\s*${named('file')}\\s*[,，]?\\s*(?:内容|写上|写入|写)(?:是|为)?\\s*[:：]?\\s*${open('content')}${end}`,
    's',
  ),
]

const searches: readonly RegExp[] = [
  new RegExp(`\\b(?:search|grep|look)\\s+(?:for\\s+)?(?:the\\s+(?:text|word)\\s+)?${open('pattern')}(?:\\s+in\\s+.+)?${end}`, 'is'),
  new RegExp(`\\bfind\\s+(?:the\\s+(?:text|word)\\s+|where\\s+)?${open('pattern')}(?:\\s+(?:in|is|are)\\b.*)?${end}`, 'is'),
  new RegExp(`\\bwhere\\s+(?:is|are|do\\s+we\\s+use)\\s+${open('pattern')}(?:\\s+(?:used|defined|set|mentioned))?${end}`, 'is'),
  new RegExp(
    `(?:搜索|搜一下|查找|找一下|找找|找)\\s*(?:一下)?\\s*(?:文字|文本|单词)?\\s*${open('pattern')}\\s*(?:在哪里|在哪儿|在哪)?${end}`,
    's',
  ),
  new RegExp(`${open('pattern')}\\s*(?:在哪里|在哪儿|在哪)(?:用到|出现|定义)?(?:了|的)?${end}`, 's'),
]

const runs: readonly RegExp[] = [
  new RegExp(`^\\s*(?:run|execute)\\s+(?:the\\s+)?(?:command\\s+)?${open('command')}\\s*$`, 'is'),
  new RegExp(`(?:运行|执行)\\s*(?:一下)?\\s*(?:命令)?\\s*[:：]?\\s*${open('command')}\\s*$`, 's'),
]

const reads: readonly RegExp[] = [
  new RegExp(
    `\\b(?:read|show|open|print|cat|display)\\s+(?:me\\s+)?(?:the\\s+)?(?:contents?\\s+of\\s+)?(?:the\\s+)?(?:file\\s+)?${named('file')}`,
    'i',
  ),
  new RegExp(`(?:读取|阅读|读一下|读|打开|查看|看一下|看看|显示)\\s*(?:一下)?\\s*(?:文件)?\\s*${named('file')}`),
]

const lists =
  /\b(?:list|ls)\b|\b(?:what|which)\s+files\b|\bshow\b.*\b(?:files|folder|project)\b|列出|列一下|有(?:哪些|什么)文件|文件列表|目录/i

// The patterns try many splits of a text: a pasted file is no phrase of theirs.
const maxPromptChars = 600

export function readIntent(prompt: string): Intent {
  const text = prompt.trim().slice(0, maxPromptChars)
  const edit = firstMatch(edits, text)
  if (edit) return { kind: 'edit', file: cleanName(edit['file']), from: unquote(edit['from']), to: unquote(edit['to']) }
  const creation = firstMatch(creations, text)
  if (creation) return { kind: 'create', file: cleanName(creation['file']), content: `${unquote(creation['content'])}\n` }
  const run = firstMatch(runs, text)
  if (run) return { kind: 'run', command: unquote(run['command']) }
  const search = firstMatch(searches, text)
  if (search) return searchFor(unquote(search['pattern']))
  const file = fileIn(text)
  if (lists.test(text) && file === undefined) return { kind: 'list' }
  const read = file ?? cleanName(firstMatch(reads, text)?.['file'])
  return read === '' ? { kind: 'help' } : { kind: 'read', file: read }
}

/** A file's name is looked for among the files, anything else in them. */
function searchFor(pattern: string): Intent {
  const file = /^(?:the\s+file\s+|file\s+|文件\s*)(.+)$/i.exec(pattern)?.[1]
  if (file !== undefined) return { kind: 'find', name: unquote(file) }
  return isFileName(pattern) ? { kind: 'find', name: pattern } : { kind: 'search', pattern }
}

/** A path or file name named anywhere in the prompt, quoted or with an extension. */
function fileIn(text: string): string | undefined {
  const marked = [...text.matchAll(new RegExp(quoted, 'g'))].map(([match]) => unquote(match))
  const inQuotes = marked.find(isFileName) ?? (marked.length === 1 ? marked[0] : undefined)
  if (inQuotes !== undefined) return inQuotes
  const bare = /[^\s，。、？！；：,;?!"'`“”()（）]*[\w-]\.[A-Za-z0-9]{1,10}(?![A-Za-z0-9.])/.exec(text)?.[0]
  return bare === undefined ? undefined : cleanName(bare.replace(/^(?:请)?(?:读取|阅读|读一下|读|打开|查看|看一下|看看|显示|文件)+/, ''))
}

function isFileName(text: string): boolean {
  return /^[^\n*?]*[^\s/]\.[A-Za-z0-9]{1,10}$/.test(text) || /^\S*\/\S+$/.test(text)
}

function firstMatch(patterns: readonly RegExp[], text: string): Record<string, string> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return groups
  }
  return undefined
}

function cleanName(text = ''): string {
  return unquote(text).replace(/[.。]$/, '')
}

function unquote(text = ''): string {
  const trimmed = text.trim()
  return new RegExp(`^(?:${quoted})$`).test(trimmed) ? trimmed.slice(1, -1) : trimmed
}
