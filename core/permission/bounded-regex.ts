import vm from 'node:vm'

/** An expression that takes longer over one text has run wild. */
const REGEX_MS = 250

/** Optional parts in a row double the time it takes V8 to make a program of an expression, and nothing stops that. */
const MAX_OPTIONAL = 16

/** As `new RegExp`; throws its `SyntaxError` also on an expression that would take too long to be made. */
export function readExpression(source: string, flags: string): RegExp {
  const plain = source
    .replaceAll(/\\./gs, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\((?:\?[:=!]|\?<[^>]*>?)?/g, '(')
  const optional = plain.match(/\?|\{0,[123]\}|\(\||\|\)|\|\|/g)?.reduce((sum, one) => sum + (one.startsWith('{') ? 3 : 1), 0) ?? 0
  if (optional > MAX_OPTIONAL) throw new SyntaxError(`more than ${MAX_OPTIONAL} optional parts`)
  return new RegExp(source, flags)
}

/** Whether a text matches; undefined when that took too long. */
export type BoundedTest = (text: string) => boolean | undefined

export function boundedRegex(regex: RegExp): BoundedTest {
  // In a context of its own because only there an expression that runs wild can be stopped.
  const context = vm.createContext(Object.create(null))
  const script = new vm.Script('regex.test(text)')
  return (text) => {
    Object.assign(context, { regex, text })
    try {
      return script.runInContext(context, { timeout: REGEX_MS }) === true
    } catch {
      return undefined
    }
  }
}
