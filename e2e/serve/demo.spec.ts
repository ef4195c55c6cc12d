import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { approvalCard, expect, runOnce, send, test, tool, turnEnds } from './window.ts'

test('the demo works offline on the sample project: reads a file by name, and edits one', async ({ page, openWorld }) => {
  const nowhere = 'http://127.0.0.1:9'
  const world = await openWorld({ provider: 'none', env: { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere } })
  const host = await world.serve({ home: true })
  await page.goto(host.link)
  await page.getByRole('button', { name: 'Start demo' }).click()
  await expect(page.getByText(/answered in/)).toBeVisible()

  await page.getByRole('button', { name: 'Try the sample project' }).click()
  await page.getByRole('button', { name: /^Put it in/ }).click()
  await expect(page.getByRole('heading', { name: 'What should change in mewcode-sample?' })).toBeVisible()
  const sample = path.join(world.root, 'mewcode-sample')
  const [name, content] = [`note-${randomUUID()}.txt`, `the word is ${randomUUID()}`]
  await writeFile(path.join(sample, name), `${content}\n`)

  await send(page, `Read ${name}`)
  await turnEnds(page)
  await expect(tool(page, 'read_file')).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('article', { name: 'MewCode' }).filter({ hasText: content })).toBeVisible()

  await send(page, 'Change "(cups - 1) / 3" to "cups / 3" in src/receipt.ts')
  await expect(approvalCard(page)).toContainText('Change src/receipt.ts?')
  await runOnce(page)
  await turnEnds(page, 2)
  expect(await readFile(path.join(sample, 'src/receipt.ts'), 'utf8')).toContain('Math.floor(cups / 3)')
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toContainText('receipt.ts')
  expect(world.model.requests).toEqual([])
})
