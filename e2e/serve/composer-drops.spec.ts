import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { dropping } from './dropping.ts'
import { expect, messageBox, openProject, send, test, turnEnds } from './window.ts'

test('folders, many files, text and links: each becomes what it is, and no drop leads the window away', async ({ page, openWorld }) => {
  const world = await openWorld({ files: { 'src/app/a.ts': 'a', 'src/b.ts': 'b' }, script: [{ text: 'Seen.' }] })
  const outside = path.join(world.root, 'outside')
  const big = path.join(outside, 'photos')
  await mkdir(big, { recursive: true })
  await Promise.all(Array.from({ length: 2_000 }, (_, n) => writeFile(path.join(big, `p${String(n).padStart(4, '0')}.txt`), '')))
  const thirty = Array.from({ length: 30 }, (_, n) => path.join(outside, `note-${n}.txt`))
  await Promise.all(thirty.map((file, n) => writeFile(file, `note number ${n}`)))
  await writeFile(path.join(outside, 'nothing.txt'), '')
  await openProject(page, await world.serve())
  const { url, drop, dropText } = await dropping(page)
  const files = page.getByRole('group', { name: 'Files of this message' })

  await drop([path.join(world.project, 'src')])
  await expect(files.getByText('src/', { exact: true })).toBeVisible()
  await drop([big])
  await expect(files.getByRole('button', { name: 'Show photos (folder).txt' })).toBeVisible()
  await drop(thirty)
  await expect(files.getByRole('button', { name: /^Remove note-/ })).toHaveCount(30)
  // The same bytes once more, and a file without any.
  await drop([thirty[0] ?? '', path.join(outside, 'nothing.txt')])
  await expect(files.getByRole('alert').filter({ hasText: 'note-0.txt' })).toContainText('in this message already')
  await expect(files.getByRole('alert').filter({ hasText: 'nothing.txt' })).toContainText('0 bytes')
  await expect(files.getByRole('button', { name: 'Show note-0.txt' })).toHaveCount(1)

  // Selected words and a link, let go over the chat, stand where the caret was.
  await messageBox(page).fill('Look at .')
  await messageBox(page).press('ArrowLeft')
  await dropText([{ mimeType: 'text/plain', data: 'these words ' }])
  await dropText([
    { mimeType: 'text/uri-list', data: 'https://example.com/a' },
    { mimeType: 'text/plain', data: 'https://example.com/a' },
  ])
  await expect(messageBox(page)).toHaveValue('Look at these words https://example.com/a.')
  await dropText([{ mimeType: 'text/uri-list', data: 'https://example.com/b' }], { x: 60, y: 8 })
  expect(page.url()).toBe(url)

  await send(page, 'What is there?')
  await turnEnds(page)
  const raw = world.model.requests[0]?.raw ?? ''
  for (const words of ['@src/', 'p1999.txt', 'note number 29']) expect(raw).toContain(words)
})

test('a draft with its files outlives the host, a killed page and its session; prompts come back by the arrow keys', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld({ script: [{ text: 'One.' }, { text: 'Two.' }] })
  await writeFile(path.join(world.root, 'log.txt'), 'marzipan')
  const host = await world.serve()
  // The host has answered after it was told the draft.
  const kept = Promise.withResolvers<undefined>()
  page.on('websocket', (socket) => {
    let isTold = false
    socket.on('framesent', ({ payload }) => (isTold ||= String(payload).includes('unsent words')))
    socket.on('framereceived', () => isTold && kept.resolve(undefined))
  })
  await openProject(page, host)
  await send(page, 'First question')
  await turnEnds(page)
  const { drop } = await dropping(page)
  await drop([path.join(world.root, 'log.txt')])
  const files = page.getByRole('group', { name: 'Files of this message' })
  await expect(files.getByText('log.txt')).toBeVisible()
  await messageBox(page).fill('unsent words')
  await kept.promise
  // As a kill of the page: nothing of it is run any more.
  const crash = await page.context().newCDPSession(page)
  void crash.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  await host.stop()

  const again = await page.context().newPage()
  await again.goto((await world.serve()).link)
  await again.locator('[data-session-id]').getByTitle('First question', { exact: true }).click()
  await expect(messageBox(again)).toHaveValue('unsent words')
  await expect(again.getByRole('group', { name: 'Files of this message' }).getByText('log.txt')).toBeVisible()

  await messageBox(again).press('ArrowUp')
  await expect(messageBox(again)).toHaveValue('First question')
  await messageBox(again).press('ArrowDown')
  await expect(messageBox(again)).toHaveValue('unsent words')
  await messageBox(again).press('Enter')
  await turnEnds(again, 2)
  expect(world.model.requests.at(-1)?.raw).toContain('marzipan')
  await expect(messageBox(again)).toHaveValue('')
})

test('a huge paste becomes an attachment at once, which can be read and put back as text', async ({ page, openWorld }) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  const paste = (words: number) =>
    messageBox(page).evaluate((field, length) => {
      const data = new DataTransfer()
      data.setData('text/plain', `{"a":"${'x'.repeat(length)}"}`)
      const start = performance.now()
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      return performance.now() - start
    }, words)
  expect(await paste(1_000_000)).toBeLessThan(200)
  const files = page.getByRole('group', { name: 'Files of this message' })
  await files.getByRole('button', { name: 'Remove pasted.json' }).click()
  await paste(20_000)
  await files.getByRole('button', { name: 'Show pasted.json' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back as text' }).click()
  await expect(messageBox(page)).toHaveValue(`{"a":"${'x'.repeat(20_000)}"}`)
  await expect(files).toHaveCount(0)
})

test('no field of the window hears the Enter of an input method', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'One.' }] })
  await openProject(page, await world.serve())
  await send(page, 'A question')
  await turnEnds(page)
  const heard = (): Promise<string[]> =>
    page.evaluate(() => {
      const notes: string[] = []
      const note = (event: Event): void => void notes.push(`${event.type} ${(event.target as Element).outerHTML.slice(0, 80)}`)
      for (const type of ['keydown', 'submit']) window.addEventListener(type, note, { capture: true })
      const fields = [...document.querySelectorAll<HTMLElement>('input, textarea, button, [tabindex]')]
      for (const field of fields)
        for (const init of [{ key: 'Enter', isComposing: true }, { key: 'Enter', keyCode: 229 }, { key: 'Process' }])
          field.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
      for (const type of ['keydown', 'submit']) window.removeEventListener(type, note, { capture: true })
      return fields.length > 0 ? notes : ['no field']
    })
  expect(await heard()).toEqual([])
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Models & keys' })).toBeVisible()
  expect(await heard()).toEqual([])
})
