import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { emptyPdf, grey } from '../../core/testing/media-files.ts'
import { dropping } from './dropping.ts'
import { approvalCard, expect, heldText, messageBox, openProject, openSession, send, test, tool, turnEnds, type Page } from './window.ts'

test('Enter belongs to the input method while it composes, and sends otherwise', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'Got it.' }] })
  await openProject(page, await world.serve())
  const keyboard = await page.context().newCDPSession(page)
  const box = messageBox(page)
  await box.pressSequentially('say ')
  await keyboard.send('Input.imeSetComposition', { text: 'zhongwen', selectionStart: 8, selectionEnd: 8 })
  // The key takes the candidate: the system hands no text on with it.
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 })
  await keyboard.send('Input.insertText', { text: '中文' })
  // Safari ends the composition first; only the key's code says that it was the input method's.
  await box.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  )
  await box.press('Shift+Enter')
  await box.pressSequentially('second line')
  await expect(box).toHaveValue('say 中文\nsecond line')
  await expect(page.locator('[data-row-id]')).toHaveCount(0)
  expect(world.model.requests).toEqual([])

  await box.press('Enter')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain('say 中文\\nsecond line')
  await expect(box).toHaveValue('')
})

test('a draft stays with its session over a switch and a reload, and while a turn runs', async ({ page, openWorld }) => {
  const held = heldText(['Begun. ', 'Ended.'])
  const world = await openWorld({ script: [{ text: 'One.' }, held.step] })
  await openProject(page, await world.serve())
  await send(page, 'First question')
  await turnEnds(page)
  await messageBox(page).fill('unsent, of the first')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(messageBox(page)).toHaveValue('')
  await messageBox(page).fill('unsent, of a new one')
  await openSession(page, 'First question')
  await expect(messageBox(page)).toHaveValue('unsent, of the first')
  await page.reload()
  await turnEnds(page)
  await expect(messageBox(page)).toHaveValue('unsent, of the first')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(messageBox(page)).toHaveValue('unsent, of a new one')

  await messageBox(page).press('Enter')
  await held.say(page)
  await messageBox(page).fill('typed while it works')
  await held.say(page)
  await turnEnds(page)
  await expect(messageBox(page)).toHaveValue('typed while it works')
  expect(world.model.requests.length).toBe(2)
})

for (const [how, stop] of [
  ['the Stop button', (page: Page) => page.getByRole('button', { name: 'Stop' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`${how} ends the turn, keeps what was said, and lets the next one begin`, async ({ page, openWorld }) => {
    const held = heldText(['The beginning. ', 'never said'])
    const world = await openWorld({ script: [held.step, { text: 'Going on.' }] })
    await openProject(page, await world.serve())
    await send(page, 'Talk for long')
    await held.say(page)
    await stop(page)
    await turnEnds(page)
    await expect(page.getByText('You stopped this turn. What was changed stays.')).toBeVisible()
    await expect(page.locator('[data-row-kind="text"]')).toContainText('The beginning.')
    expect(await world.model.requests[0]?.ended).toBe('aborted')
    await send(page, 'Go on')
    await turnEnds(page, 2)
    await expect(page.getByText('Going on.')).toBeVisible()
  })
}

test('stopping at a question refuses its call', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }] })
  await openProject(page, await world.serve())
  await send(page, 'Make a file')
  await expect(approvalCard(page)).toContainText('Run this command?')
  await page.getByRole('button', { name: 'Stop' }).click()
  await turnEnds(page)
  await expect(approvalCard(page)).toHaveCount(0)
  await expect(tool(page, 'bash')).toHaveAttribute('data-state', 'failed')
  await expect(world.read('made.txt')).rejects.toThrow('ENOENT')
})

test('dropped files: the project’s own is referred to, other text travels along, the rest says why not', async ({ page, openWorld }) => {
  const world = await openWorld({ files: { 'src/own.txt': 'a file of the project\n' }, script: [{ text: 'Read both.' }] })
  const outside = path.join(world.root, 'outside')
  await mkdir(outside)
  await writeFile(path.join(outside, 'log.txt'), 'the word is marzipan\n')
  await writeFile(path.join(outside, 'big.txt'), 'x'.repeat(1_048_577))
  await writeFile(path.join(outside, 'picture.png'), Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0]))
  await writeFile(path.join(outside, 'paper.pdf'), '%PDF-1.7')
  await writeFile(path.join(outside, 'photo.heic'), '')
  await openProject(page, await world.serve())
  const { url, drop } = await dropping(page)

  await drop([path.join(world.project, 'src/own.txt'), path.join(outside, 'log.txt')])
  const files = page.getByRole('group', { name: 'Files of this message' })
  await expect(files.getByText('src/own.txt')).toBeVisible()
  await expect(files.getByText('log.txt')).toBeVisible()
  for (const [name, sentence] of [
    ['picture.png', 'picture.png does not decode'],
    ['paper.pdf', 'paper.pdf does not decode'],
    ['photo.heic', 'Images are taken as PNG, JPEG, GIF or WebP.'],
    ['big.txt', 'The limit of text is 1 MB.'],
  ] as const) {
    await drop([path.join(outside, name)])
    await expect(files.getByRole('alert').filter({ hasText: name })).toContainText(sentence)
  }
  expect(page.url()).toBe(url)

  await send(page, 'What is the word?')
  await turnEnds(page)
  const [request] = world.model.requests
  expect(request?.raw).toContain('marzipan')
  expect(request?.raw).toContain('@src/own.txt')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('log.txt')
})

test('images and PDFs travel along, are seen in the chat and in the card of the tool that shows one', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ calls: [{ name: 'read_file', input: { path: 'inside.png' } }] }, { text: 'Both are grey.' }] })
  const png = await grey(400, 300)
  await writeFile(path.join(world.project, 'inside.png'), await grey(40, 30))
  await writeFile(path.join(world.root, 'dot.png'), png)
  await writeFile(path.join(world.root, 'paper.pdf'), await emptyPdf(3))
  await openProject(page, await world.serve())
  const { drop } = await dropping(page)
  await drop([path.join(world.root, 'dot.png'), path.join(world.root, 'paper.pdf')])
  const files = page.getByRole('group', { name: 'Files of this message' })
  await expect(files.getByText('PNG · ')).toBeVisible()
  await expect(files.locator('img')).toHaveJSProperty('naturalWidth', 400)
  await expect(files.getByText('PDF · 3 pages')).toBeVisible()

  await send(page, 'What do you see?')
  await turnEnds(page)
  expect(world.model.requests[0]?.raw).toContain(png.toString('base64'))
  const mine = page.getByRole('article', { name: 'You' })
  await expect(mine.locator('img')).toHaveJSProperty('naturalWidth', 400)
  await expect(mine).toContainText('3 pages')
  await expect(tool(page, 'read_file').locator('img')).toHaveJSProperty('naturalWidth', 40)

  await mine.getByRole('button', { name: 'Show dot.png large' }).click()
  await expect(page.getByRole('dialog', { name: 'dot.png' }).locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(mine.locator('img')).toHaveJSProperty('naturalWidth', 400)
})

test('a file or a link dropped where nobody takes it never navigates the window', async ({ page, openWorld }) => {
  const world = await openWorld()
  const stray = path.join(world.root, 'stray.html')
  await writeFile(stray, '<h1>stray</h1>')
  const host = await world.serve({ home: true })
  await page.goto(host.link)
  await expect(page.getByRole('button', { name: /^Open folder/ })).toBeVisible()
  const { url, drop, dropText } = await dropping(page)
  await drop([stray])
  await dropText([{ mimeType: 'text/uri-list', data: new URL('/?stray', host.link).href }])
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Models & keys' })).toBeVisible()
  await drop([stray])
  await page.getByRole('button', { name: 'Close settings' }).click()
  await expect(page.getByRole('button', { name: /^Open folder/ })).toBeVisible()
  expect(page.url()).toBe(url)
  expect(page.context().pages().length).toBe(1)
})
