import { approvalCard, expect, openProject, runOnce, send, test, tool, turnEnds, type Page } from './window.ts'
import { wireOf } from './wire.ts'

const LETTERS = /[A-Za-z]{2,}/g
/** Names and technical words that stay as they are in Chinese. */
const LATIN = new Set(
  (
    'MewCode English OpenAI Anthropic Ollama Git git ripgrep Node shell agent token YAML config yaml Enter Backspace Ctrl AI API PDF MB KB ' +
    'scripted anthropic claude sonnet parcel api notes txt edit file Edit path home tmp mewcode bash diff hook serve http sk KEY ms GB linux x64 usr bin ' +
    'Secret Service Linux gnome keyring KWallet haiku opus bubblewrap MCP Agent VS Code Cursor Windsurf Zed JetBrains EDITOR Shift Tab'
  ).split(' '),
)

test('the language changes without a reload, on every screen, and nothing stays in the other one', async ({ page, openWorld }) => {
  const world = await openWorld({
    files: { 'notes.txt': '一\n' },
    script: [
      { calls: [{ name: 'read_file', input: { path: 'notes.txt' } }] },
      { calls: [{ name: 'edit_file', input: { path: 'notes.txt', old_string: '一', new_string: '二' } }] },
      { text: '改好了。' },
    ],
  })
  const host = await world.serve({ home: true })
  await page.goto(host.link)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await expect(page.getByRole('button', { name: /^Open folder/ })).toBeVisible()
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await expect(page.getByRole('button', { name: /^打开文件夹/ })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { name: '选择模型' })).toBeVisible()
  await expect(page.getByText('数据目录可写')).toBeVisible()
  expect(await englishLeft(page)).toEqual([])
  await page.getByRole('button', { name: '设置' }).click()
  await expect(page.getByRole('heading', { name: '模型与密钥' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'scripted' })).toBeVisible()
  expect(await englishLeft(page)).toEqual([])
  await page.getByRole('button', { name: '外观与语言' }).click()
  await expect(page.getByRole('heading', { name: '外观与语言' })).toBeVisible()
  expect(await englishLeft(page)).toEqual([])
  await page.getByRole('button', { name: '关闭设置' }).click()
  await page.getByRole('button', { name: /^打开文件夹/ }).click()
  await expect(page.getByRole('dialog')).toContainText('显示隐藏文件夹')
  expect(await englishLeft(page)).toEqual([])
  expect(loads).toEqual([])

  await openProject(await page.context().newPage(), await world.serve())
  const window = page.context().pages()[1]!
  await expect(window.getByRole('heading', { name: '想在 parcel-api 里改点什么？' })).toBeVisible()
  await expect(window.getByText('在输入框按 Shift Tab')).toBeVisible()
  expect(await englishLeft(window)).toEqual([])
  await send(window, '把一改成二')
  await expect(approvalCard(window)).toContainText('修改 notes.txt？')
  expect(await englishLeft(window)).toEqual([])
  await runOnce(window)
  await turnEnds(window)
  await expect(tool(window, 'edit_file')).toContainText('改了')
  await expect(window.getByText('改好了。')).toBeVisible()
  expect(await englishLeft(window)).toEqual([])
})

test('the theme changes at once and is there before the page is drawn next time', async ({ page, openWorld }) => {
  const world = await openWorld()
  const wire = await wireOf(page)
  await openProject(page, await world.serve())
  const canvas = () =>
    page.evaluate(() => {
      const swatch = document.body.appendChild(document.createElement('div'))
      swatch.style.background = 'var(--canvas)'
      return getComputedStyle(swatch).backgroundColor
    })
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Appearance' }).click()
  // A press counts, whatever becomes of the answer to the one before it.
  wire.deafen()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await canvas()).toBe('rgb(19, 24, 25)')
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await canvas()).toBe('rgb(251, 252, 252)')
  await expect.poll(() => world.read('../home/settings.yaml').catch(() => '')).toContain('theme: light')
  await wire.cut()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

/** Words in Latin letters that a reader or a screen reader meets, without names and code. */
async function englishLeft(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('code, pre, script, style, kbd, .path, .cut')) found.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    return found
  })
  // The throw-away folder's own name is random.
  const said = texts.map((text) => text.replaceAll(/mewcode-e2e-\w+/g, ''))
  const words = said.flatMap((text) =>
    (text.match(LETTERS) ?? []).filter((word) => !LATIN.has(word)).map((word) => `${word} (${text.trim()})`),
  )
  return [...new Set(words)]
}
