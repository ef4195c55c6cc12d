import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { settingsSectionIds } from '../../renderer/lib/settings-link.ts'
import { emptyPdf, grey } from '../../core/testing/media-files.ts'
import { dropping } from './dropping.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

test('folders, many files, text and links: each becomes what it is, and no drop leads the window away', async ({ page, openWorld }) => {
  const world = await openWorld({ files: { 'src/app/a.ts': 'a', 'src/b.ts': 'b' }, script: [{ text: 'Seen.' }] })
  const outside = path.join(world.root, 'outside')
  const big = path.join(outside, 'photos')
  await mkdir(big, { recursive: true })
  const scans = path.join(world.project, 'scans')
  await mkdir(scans)
  for (const folder of [big, scans])
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => writeFile(path.join(folder, `p${String(n).padStart(4, '0')}.txt`), '')))
  const plan = await grey(40, 30)
  await writeFile(path.join(world.project, 'plan.png'), plan)
  await writeFile(path.join(world.project, 'plan.pdf'), await emptyPdf(1))
  const thirty = Array.from({ length: 30 }, (_, n) => path.join(outside, `note-${n}.txt`))
  await Promise.all(thirty.map((file, n) => writeFile(file, `note number ${n}`)))
  await writeFile(path.join(outside, 'nothing.txt'), '')
  await openProject(page, await world.serve())
  const { url, drop, dropText } = await dropping(page)
  const files = page.getByRole('group', { name: 'Files of this message' })

  // What lies in the project is named, however much it is; a picture goes along, for a name of it says nothing to a model.
  await drop([path.join(world.project, 'src')])
  await drop([path.join(world.project, 'scans')])
  await drop([path.join(world.project, 'plan.png'), path.join(world.project, 'plan.pdf')])
  for (const name of ['src/', 'scans/', 'plan.png', 'plan.pdf']) await expect(files.getByText(name, { exact: true })).toBeVisible()
  await expect(files.locator('img')).toHaveJSProperty('naturalWidth', 40)
  await drop([big])
  await expect(files.getByRole('button', { name: 'Show photos (folder).txt' })).toBeVisible()
  await drop(thirty)
  await expect(files.getByRole('button', { name: /^Remove note-/ })).toHaveCount(30)
  // By the button, for who does not drag: the same bytes once more, and a file without any.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Add files' }).click()])
  await chooser.setFiles([thirty[0] ?? '', path.join(outside, 'nothing.txt')])
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
  for (const words of ['@src/', '@scans/', plan.toString('base64'), 'p1999.txt', 'note number 29']) expect(raw).toContain(words)
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

interface Pasted {
  readonly plain?: string
  readonly html?: string
  /** A picture beside the words. */
  readonly png?: string
}

/** Pastes as the browser does; answers what it cost the page's thread until it answered, in milliseconds, and whether the browser is left to put the words in. */
async function paste(page: Page, pasted: Pasted): Promise<{ cpuMs: number; isLeft: boolean }> {
  const box = messageBox(page)
  const data = await box.evaluateHandle((_, { plain = '', html = '', png }) => {
    const clipboard = new DataTransfer()
    if (plain) clipboard.setData('text/plain', plain)
    if (html) clipboard.setData('text/html', html)
    if (png) clipboard.items.add(new File([Uint8Array.from(atob(png), (byte) => byte.charCodeAt(0))], 'image.png', { type: 'image/png' }))
    return clipboard
  }, pasted)
  // Time of the thread, not of the clock: other programs of the machine take none of it.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spentMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await spentMs()
  const isLeft = await box.evaluate(
    (field, clipboardData) => field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    data,
  )
  const cpuMs = (await spentMs()) - before
  await session.detach()
  return { cpuMs, isLeft }
}

test('a huge paste becomes an attachment at once, without its markup, which can be read and put back as text', async ({
  page,
  openWorld,
}) => {
  const world = await openWorld()
  await openProject(page, await world.serve())
  const files = page.getByRole('group', { name: 'Files of this message' })
  const json = (length: number): string => `{"a":"${'x'.repeat(length)}"}`
  expect((await paste(page, { plain: json(1_000_000) })).cpuMs).toBeLessThan(200)
  await files.getByRole('button', { name: 'Remove pasted.json' }).click()

  // A page copied whole: 5 MB of markup, of which only the words come along; too many of them are refused in words.
  const row = '<tr><td onclick="steal()"><img src="https://example.com/pixel.png"></td></tr>'
  const html = `<table>${row.repeat(Math.ceil(5_000_000 / row.length))}</table>`
  expect((await paste(page, { html, plain: 'a cell\tand the next\n'.repeat(40_000) })).cpuMs).toBeLessThan(200)
  await expect(files.getByRole('button', { name: 'Show pasted.txt' })).toBeVisible()
  expect((await paste(page, { html, plain: html })).cpuMs).toBeLessThan(200)
  await expect(files.getByRole('alert').filter({ hasText: 'pasted.html' })).toContainText('The limit of text is 1 MB.')
  await expect(messageBox(page)).toHaveValue('')
  expect(await page.evaluate(() => document.body.innerHTML.includes('pixel.png'))).toBe(false)
  await files.getByRole('button', { name: 'Remove pasted.txt' }).click()
  await files.getByRole('button', { name: 'Remove pasted.html' }).click()

  // A picture of a web page is the picture; cells of a sheet, which bring a picture of themselves along, are words.
  const png = (await grey(40, 30)).toString('base64')
  expect((await paste(page, { html: '<table><td>1</td></table>', plain: '1\t2', png })).isLeft).toBe(true)
  await expect(files).toHaveCount(0)
  expect((await paste(page, { html: '<img src="https://example.com/pixel.png">', png })).isLeft).toBe(false)
  await expect(files.locator('img')).toHaveJSProperty('naturalWidth', 40)
  await files.getByRole('button', { name: 'Remove image.png' }).click()

  await paste(page, { plain: json(20_000) })
  await files.getByRole('button', { name: 'Show pasted.json' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back as text' }).click()
  await expect(messageBox(page)).toHaveValue(json(20_000))
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
  for (const section of settingsSectionIds) {
    await page.evaluate((id) => (location.hash = `#/settings/${id}`), section)
    await expect(page.locator('[aria-current="page"]')).toHaveCount(1)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    expect(await heard(), section).toEqual([])
  }
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Go to or do' })).toBeVisible()
  expect(await heard(), 'palette').toEqual([])
})
