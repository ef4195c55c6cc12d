/** Of what a conversation is given of an agent's report, in characters. */
const MOST = 8_000
const TAIL = 2_000

/** Tags by which the product itself speaks to a model. */
const OURS = /<(\/?)(system-reminder|task-notification|task_list|todo_list|summary|skill|skills|instructions|analysis)\b/gi

/** A report as it is passed on: what imitates the product's own words is taken apart, what is too long keeps its head and tail. */
export function reportFor(text: string, file: string | null): string {
  const clean = neutral(text)
  if (clean.length <= MOST) return clean
  const where = file === null ? '' : ` All of it is in ${file} : read that file where you need more.`
  const note = `\n\n[… ${clean.length} characters in all.${where} …]\n\n`
  const head = clean.slice(0, MOST - TAIL - note.length).toWellFormed()
  return `${head}${note}${clean.slice(-TAIL).toWellFormed()}`
}

export function neutral(text: string): string {
  return text.replaceAll(OURS, '<\u200b$1$2')
}
