/** Hands a text to the browser's own download. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
