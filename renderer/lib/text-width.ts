/** Measures texts in a font, said as CSS says one; in pixels, each text once. */
export function createTextWidth(font: string): (text: string) => number {
  const paper = document.createElement('canvas').getContext('2d')
  const known = new Map<string, number>()
  if (paper) paper.font = font
  return (text) => {
    const width = known.get(text) ?? paper?.measureText(text).width ?? 0
    known.set(text, width)
    return width
  }
}
