/** A menu opens without what does not answer. */
const LIST_MS = 1_500

/** What comes within that time, else this. */
export function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => void setTimeout(resolve, LIST_MS, otherwise).unref())
  return Promise.race([work.catch(() => otherwise), late])
}
