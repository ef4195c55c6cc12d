/** Variables that change how output looks and nothing else. Any other may name a program, a library or a place. */
const harmless =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|NODE_ENV|RUST_BACKTRACE|DEBUG|VERBOSE)$/

/** Whether setting the variable may change what a program runs or where it reads. */
export function maySteer(name: string): boolean {
  return !harmless.test(name)
}
