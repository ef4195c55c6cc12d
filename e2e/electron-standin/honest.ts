/** An object that has what we made and says so by name when anything else is asked of it, instead of answering `undefined`. */
export function honest<T extends object>(name: string, made: T): T {
  return new Proxy(made, {
    get(target, member, receiver) {
      if (typeof member === 'symbol' || Reflect.has(target, member) || member === 'then') return Reflect.get(target, member, receiver)
      throw new Error(`The Electron stand-in has no ${name}.${member}`)
    },
  })
}
