import { kinds, type Kind } from './token.ts'

const SCOPES: Readonly<Record<Kind, readonly string[]>> = {
  keyword: ['keyword', 'storage', 'variable.language', 'constant.language', 'entity.name.tag', 'markup.heading'],
  string: ['string', 'markup.inline.raw', 'markup.fenced_code', 'constant.character.escape'],
  number: ['constant.numeric', 'constant.other.color', 'keyword.other.unit'],
  function: ['entity.name.function', 'support.function', 'variable.function', 'entity.other.attribute-name', 'meta.function-call.generic'],
  type: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.other.inherited-class'],
  comment: ['comment', 'punctuation.definition.comment'],
}

/** A theme whose colours are numbers of kinds: the page gives each kind the colour of its own theme. */
export const colourTheme = {
  name: 'kinds',
  type: 'light' as const,
  fg: '#ffffff',
  bg: '#000000',
  settings: [
    { settings: { foreground: '#ffffff', background: '#000000' } },
    ...kinds.map((kind, index) => ({ scope: [...SCOPES[kind]], settings: { foreground: `#00000${index + 1}` } })),
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: '#ffffff' } },
    { scope: ['support.type.property-name'], settings: { foreground: `#00000${kinds.indexOf('function') + 1}` } },
  ],
}

export function kindOf(colour: string | undefined): { kind?: Kind } {
  const kind = kinds[Number.parseInt(colour?.slice(1) ?? '', 16) - 1]
  return kind === undefined ? {} : { kind }
}
