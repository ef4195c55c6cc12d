import { test as accessible } from './accessible.ts'
import { expect, messageBox, openProject, send, test, turnEnds, type Page } from './window.ts'

const ask = {
  calls: [
    {
      name: 'ask_user',
      input: {
        questions: [
          {
            header: 'Database',
            text: 'Which one should it use?',
            options: [{ label: 'SQLite', description: 'One file, no server.' }, { label: 'PostgreSQL' }],
          },
          { header: 'Checks', text: 'What runs before a commit?', options: [{ label: 'Tests' }, { label: 'Linter' }], multiSelect: true },
        ],
      },
    },
  ],
}
const plan = { calls: [{ name: 'exit_plan', input: { plan: '# Two steps\n\n1. Read `a.txt`\n2. Write it anew\n' } }] }

const choices = (page: Page) => page.getByRole('group', { name: '2 questions for you' })
const planCard = (page: Page) => page.getByRole('group', { name: 'Carry out this plan?' })

test('questions are answered with the mouse, several choices and own words; the model reads them', async ({ page, openWorld }) => {
  const world = await openWorld({ script: [ask, { text: 'So be it.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Set it up')
  const card = choices(page)
  await expect(card.getByRole('button', { name: 'Answer' })).toBeDisabled()
  await expect(page.locator('[data-session-id]')).toContainText('Needs your answer')
  await card.getByRole('radio', { name: 'SQLite' }).check()
  await card.getByRole('radio', { name: 'PostgreSQL' }).check()
  await expect(card.getByRole('radio', { name: 'SQLite' })).not.toBeChecked()
  await card.getByRole('checkbox', { name: 'Tests' }).check()
  await card.getByRole('checkbox', { name: 'Linter' }).check()
  await card.getByRole('textbox', { name: 'Own words for “Checks”' }).fill('and the type check')
  await card.getByRole('button', { name: 'Answer' }).click()
  await turnEnds(page)
  await expect(card).toHaveCount(0)
  expect(world.model.requests[1]?.raw).toContain('- PostgreSQL')
  expect(world.model.requests[1]?.raw).toContain('- Tests\\n- Linter\\nIn their own words: and the type check')
})

test('questions are answered by keyboard alone, and outlive a reload and a second window', async ({ page, context, openWorld }) => {
  const world = await openWorld({ script: [ask, { text: 'So be it.' }] })
  const host = await world.serve()
  await openProject(page, host)
  await send(page, 'Set it up')
  await expect(choices(page).getByRole('heading')).toBeFocused()
  await page.reload()
  await expect(choices(page)).toBeVisible()
  const other = await context.newPage()
  await openProject(other, host)
  await other.locator('[data-session-id]').getByRole('button').first().click()
  await expect(choices(other)).toBeVisible()

  await page.bringToFront()
  await choices(page).getByRole('heading').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(choices(page).getByRole('radio', { name: 'PostgreSQL' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('the newest')
  await page.keyboard.press('Enter')
  await turnEnds(page)
  expect(world.model.requests[1]?.raw).toContain('- PostgreSQL\\nIn their own words: the newest')
  await expect(choices(other)).toHaveCount(0)
})

test('a plan is sent back with words, then accepted: the mode follows', async ({ page, openWorld }) => {
  const world = await openWorld({ settings: 'defaultMode: plan\n', script: [plan, plan, { text: 'Done as planned.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Plan it')
  await expect(planCard(page).getByRole('heading', { name: 'Two steps' })).toBeVisible()
  // Nothing of it may be run by a stray Enter.
  await page.keyboard.press('Enter')
  await expect(planCard(page)).toBeVisible()
  await planCard(page).getByRole('textbox').fill('test it too')
  await planCard(page).getByRole('button', { name: 'Keep planning' }).click()
  await expect.poll(() => world.model.requests.length).toBe(2)
  expect(world.model.requests[1]?.raw).toContain('The user wants the plan changed: test it too')
  await expect(page.getByRole('button', { name: 'Mode: Plan only' })).toBeVisible()

  const accept = planCard(page).getByRole('button', { name: 'Carry it out, accept edits' })
  await accept.focus()
  await page.keyboard.press('Enter')
  await turnEnds(page)
  await expect(page.getByRole('button', { name: 'Mode: Accept edits' })).toBeVisible()
  expect(world.model.requests[2]?.raw).toContain('The user accepted the plan')
})

test('who is typing keeps the focus when a question comes', async ({ page, openWorld }) => {
  const gate = Promise.withResolvers<void>()
  const world = await openWorld({ script: [{ ...ask, gate: gate.promise }, { text: 'So be it.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Set it up')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await messageBox(page).fill('half a thou')
  gate.resolve()
  await expect(choices(page)).toBeVisible()
  await expect(messageBox(page)).toBeFocused()
})

accessible('question and plan are accessible, narrow too', async ({ page, openWorld, expectAccessible }) => {
  const world = await openWorld({ settings: 'defaultMode: plan\n', script: [ask, plan, { text: 'Fine.' }] })
  await openProject(page, await world.serve())
  await send(page, 'Set it up')
  await expectAccessible('questions', choices(page))
  await choices(page).getByRole('radio', { name: 'SQLite' }).check()
  await page.setViewportSize({ width: 900, height: 600 })
  await expectAccessible('questions half answered, narrow', choices(page))
  await choices(page).getByRole('button', { name: 'Answer' }).click()
  await expectAccessible('plan, narrow', planCard(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible('plan', planCard(page))
})
