/** An object that has what we made and says so by name when anything else is asked of it, instead of answering `undefined`. */
export function honest<T extends object>(name: string, made: T): T {
  return new Proxy(made, {
    get(target, member) {
      if (typeof member === 'string' && member !== 'then' && !Reflect.has(target, member)) {
        throw new Error(`The Electron stand-in has no ${name}.${member}`)
      }
      const value: unknown = Reflect.get(target, member)
      // Private members are not reached through a proxy.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
