import { expect, it } from 'vitest'
import { builtinTools, toolSpec } from './index.ts'

const specs = builtinTools().map((tool) => toolSpec(tool))

it('offers eight tools with lean schemas', () => {
  expect(specs.map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'multi_edit',
    'glob',
    'grep',
    'bash',
    'todo_write',
  ])
  expect(JSON.stringify(specs)).not.toMatch(/\$schema|additionalProperties|file_path/)
  expect(specs.filter((spec) => JSON.stringify(spec).length > 1_000)).toEqual([])
})

it('gives the same bytes each time, since a changed tool list voids the conversation so far', () => {
  expect(JSON.stringify(builtinTools().map((tool) => toolSpec(tool)))).toBe(JSON.stringify(specs))
})
