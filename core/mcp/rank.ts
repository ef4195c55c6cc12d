/** The usual constants of BM25: how soon a repeated word stops counting, and how much a long text is held against it. */
const K = 1.2
const B = 0.75

interface Ranked {
  readonly name: string
  readonly description: string
}

/** The tools whose name and description fit the words of the query best (BM25), the best first; none without a common word. */
export function rankTools<T extends Ranked>(tools: readonly T[], query: string): T[] {
  // What a tool is called says more of it than how it is described.
  const texts = tools.map(({ name, description }) => wordsOf(`${name} ${name} ${name} ${description}`))
  const average = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length)
  const asked = [...new Set(wordsOf(query))]
  const weights = asked.map((word) => {
    const holders = texts.filter((words) => words.includes(word)).length
    return Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5))
  })
  return tools
    .map((tool, index) => {
      const words = texts[index] ?? []
      const score = asked.reduce((sum, word, at) => {
        const count = words.filter((one) => one === word).length
        return sum + ((weights[at] ?? 0) * count * (K + 1)) / (count + K * (1 - B + (B * words.length) / average))
      }, 0)
      return { tool, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** Also the parts of `create_issue` and `createIssue`; Chinese by its characters. */
function wordsOf(text: string): string[] {
  const parted = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return parted.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? []
}
