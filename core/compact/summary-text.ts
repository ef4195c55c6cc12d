const tag = /<(\/?)summary>/gi

/**
 * The summary in a model's answer: the last complete pair of tags, with the tags inside it taken out; an answer without a
 * pair is the summary as a whole. Empty when there is none.
 */
export function summaryIn(answer: string): string {
  const opened: number[] = []
  let found: { from: number; to: number } | undefined
  for (const match of answer.matchAll(tag)) {
    if (match[1] === '') {
      opened.push(match.index + match[0].length)
      continue
    }
    const from = opened.pop()
    if (from !== undefined) found = { from, to: match.index }
  }
  const text = found ? answer.slice(found.from, found.to) : withoutThoughts(answer)
  return text.replaceAll(tag, '').trim()
}

/** Small models think aloud in the answer itself. */
function withoutThoughts(answer: string): string {
  return answer.replaceAll(/<(analysis|think|thinking)>[\s\S]*?<\/\1>/gi, '')
}
