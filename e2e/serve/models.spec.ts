import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, messageBox, openProject, PLANTED_KEY, send, test, turnEnds, type Page } from './window.ts'

test('a model is added from a preset, tested step by step, put first, and its small model answers', async ({ page, openWorld }) => {
  const world = await openWorld({ protocol: 'openai', script: [{ text: 'OK' }, { text: 'Small and fast.' }, { text: 'Said in a word' }] })
  await openProject(page, await world.serve())
  await openModels(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add a model' })
  await form.getByRole('button', { name: /^Vendor or server/ }).click()
  await page.getByRole('menuitemradio', { name: 'DeepSeek' }).click()
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('https://api.deepseek.com')
  await form.getByRole('textbox', { name: 'Address' }).fill(world.model.baseUrl)
  await form.getByLabel('Key', { exact: true }).fill(PLANTED_KEY)
  await form.getByRole('button', { name: 'Save and test' }).click()
  await expect(form.getByText(/deepseek-v4-pro answered in/)).toBeVisible()
  await expect(form.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem')).toHaveText([
    'Key',
    'Server',
    'Access',
    'Model',
    'Answer',
  ])
  await form.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: /^deepseek/ }).click()
  await expect(page.getByText('$0.43 in, $0.87 out')).toBeVisible()
  await page.getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('button', { name: 'Move up' })).toHaveCount(0)
  expect((await configOf(world.home)).match(/name: \w+/g)).toEqual(['name: deepseek', 'name: scripted'])
  await page.getByRole('textbox', { name: /haiku/ }).fill('deepseek-v4-flash')
  await page.getByRole('button', { name: 'Save models' }).click()
  await expect(page.getByRole('button', { name: 'Save models' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close settings' }).click()

  await page.getByRole('button', { name: /^Model/ }).click()
  await page.getByRole('menuitem', { name: 'deepseek-v4-flash · deepseek' }).click()
  await send(page, 'Which one are you?')
  await turnEnds(page)
  await expect(page.getByText('Small and fast.')).toBeVisible()
  expect(world.model.requests.at(-1)?.body['model']).toBe('deepseek-v4-flash')
})

// Nothing listens at that port of this machine.
test('a model that does not answer is said to be saved all the same, and goes by a press', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [] })
  await openProject(page, await world.serve())
  await openModels(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add a model' })
  await form.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/v1')
  await form.getByRole('textbox', { name: 'Model', exact: true }).fill('test-model')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('silent')
  await form.getByRole('button', { name: 'Save and test' }).click()
  await expect(form.getByText('It is saved as “silent” although it does not answer')).toBeVisible()
  expect(await configOf(world.home)).toContain('name: silent')
  // What is stored is not taken back by leaving.
  await expect(form.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Remove it' }).click()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(form.getByText('It is saved as')).toHaveCount(0)
  expect(await configOf(world.home)).not.toContain('silent')
})

test('the provider chosen for outages takes the turn over, and the window says so', async ({ page, openWorld }) => {
  const spare = await openWorld({ protocol: 'openai', script: [{ text: 'The spare one answers.' }] })
  const entry = `  - { name: spare, protocol: openai, base_url: "${spare.model.baseUrl}", api_key: "${PLANTED_KEY}", model: spare-1 }\n`
  const world = await openWorld({ config: `    max_retries: 0\n${entry}` })
  await openProject(page, await world.serve())
  await openModels(page)
  await page.getByRole('button', { name: /^When it is out/ }).click()
  await page.getByRole('menuitemradio', { name: /^spare/ }).click()
  await expect(page.getByRole('button', { name: /^When it is out spare/ })).toBeVisible()
  expect(await configOf(world.home)).toContain('fallback: spare')
  await page.getByRole('button', { name: 'Close settings' }).click()
  await world.model.close()
  await send(page, 'Is anybody there?')
  await turnEnds(page)
  await expect(page.getByText('The spare one answers.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notices' })).toContainText('spare with spare-1 goes on with this turn')
})

test('a long wait counts down, and ends when the person does not want it', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ status: 429, headers: { 'retry-after': '300' } }, { text: 'Worth it.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Take your time')
  await expect(page.getByText(/^Next try in (5:00|4:5\d)$/)).toBeVisible()
  await expect(page.getByText(/scripted gets too many requests/)).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await turnEnds(page)
  await expect(page.getByText('Worth it.')).toBeVisible()
})

test('an answer cut at its length limit goes on with one press', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [{ text: 'The first half', stop: 'max_tokens' }, { text: 'and the second.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Write a lot')
  await turnEnds(page)
  await expect(page.getByText('The answer reached the model’s length limit.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await turnEnds(page, 2)
  await expect(page.getByText('and the second.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go on' })).toHaveCount(0)
})

async function openModels(page: Page): Promise<void> {
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('heading', { name: 'Models & keys' })).toBeVisible()
}

function configOf(home: string): Promise<string> {
  return readFile(path.join(home, 'config.yaml'), 'utf8')
}
