import { expect, it } from 'vitest'
import { openToolProject } from '../../testing/tool-project.ts'

it('keeps the list for the window and refuses a state it does not know', async () => {
  const project = openToolProject()
  const items = [
    { content: 'Add the test', status: 'completed', activeForm: 'Adding the test' },
    { content: 'Run it', status: 'in_progress', activeForm: 'Running it' },
  ]
  const result = await project.call('todo_write', { items })
  expect(result).toEqual({ content: [{ type: 'text', text: 'Checklist kept: 1 of 2 done.' }], meta: { todos: items, count: 2 } })
  await expect(project.call('todo_write', { items: [{ ...items[0], status: 'done' }] })).rejects.toThrow('status')
  await project.close()
})
