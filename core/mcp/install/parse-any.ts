import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

/** The value of a file in any of the languages configuration is written in; undefined: in none. */
export function parseAny(text: string): unknown {
  const errors: ParseError[] = []
  const json: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  if (errors.length === 0) return json
  // A line out of the middle of a file, as it is copied from a page.
  const inner: unknown = parseJsonc(`{${text.replace(/,\s*$/, '')}}`, ((errors.length = 0), errors), { allowTrailingComma: true })
  if (errors.length === 0) return inner
  return tryParse(parseToml, text) ?? tryParse((yaml) => parseYaml(yaml, { maxAliasCount: 50 }), text)
}

function tryParse(parse: (text: string) => unknown, text: string): object | undefined {
  try {
    const value = parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The next language may fit.
    return undefined
  }
}
