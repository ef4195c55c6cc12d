export interface NamedSetting {
  /** In every language. */
  readonly names: readonly string[]
  /** Of its section; empty for a section itself. */
  readonly sectionNames: readonly string[]
}

/** Those that all the words name, in whichever language; what the words name by itself comes before what only its section does. */
export function findSettings<S extends NamedSetting>(words: string, settings: readonly S[]): readonly S[] {
  const wanted = words.trim().toLowerCase().split(/\s+/)
  const has = (texts: readonly string[], word: string): boolean => texts.some((text) => text.toLowerCase().includes(word))
  const isNamed = ({ names }: S): boolean => wanted.some((word) => has(names, word))
  const found = settings.filter(({ names, sectionNames }) => wanted.every((word) => has([...names, ...sectionNames], word)))
  return [...found.filter(isNamed), ...found.filter((setting) => !isNamed(setting))]
}
