import type { Page } from './window.ts'

interface Dragged {
  readonly mimeType: string
  readonly data: string
}

/** Drops as the desktop does: of files the page gets their entries, and would go there if nobody took them. */
export async function dropping(page: Page) {
  const mouse = await page.context().newCDPSession(page)
  async function drag(data: { items: Dragged[]; files: string[] }, at: { x: number; y: number }): Promise<void> {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await mouse.send('Input.dispatchDragEvent', { type, ...at, data: { ...data, dragOperationsMask: 1 } })
  }
  return {
    url: page.url(),
    drop: (files: string[], at = { x: 500, y: 300 }): Promise<void> => drag({ items: [], files }, at),
    dropText: (items: Dragged[], at = { x: 500, y: 300 }): Promise<void> => drag({ items, files: [] }, at),
  }
}
