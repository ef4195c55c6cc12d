import vm from 'node:vm'

/** An expression that takes longer over one text has run wild. */
const REGEX_MS = 250

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
