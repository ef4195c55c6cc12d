/** The six colours of agents; each has an ink of its own in the styles. */
const COLOURS = ['petrol', 'violet', 'blue', 'ochre', 'green', 'grey'] as const

export type AgentColour = (typeof COLOURS)[number]

/** What definitions written for other products say. */
const SAID: ReadonlyMap<string, AgentColour> = new Map([
  ['cyan', 'petrol'],
  ['teal', 'petrol'],
  ['purple', 'violet'],
  ['pink', 'violet'],
  ['magenta', 'violet'],
  ['orange', 'ochre'],
  ['yellow', 'ochre'],
  ['red', 'ochre'],
  ['gray', 'grey'],
  ['explore', 'petrol'],
  ['general-purpose', 'violet'],
  ['plan', 'blue'],
])

/** The colour of an agent's mark: what its definition says, else always the same one for its name; grey where nobody is named. */
export function agentColour(name: string, said = ''): AgentColour {
  const own = COLOURS.find((colour) => colour === said.toLowerCase())
  const known = own ?? SAID.get(said.toLowerCase()) ?? SAID.get(name.toLowerCase())
  if (known) return known
  if (name === '') return 'grey'
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return COLOURS[sum % (COLOURS.length - 1)] ?? 'grey'
}
