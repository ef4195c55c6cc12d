import { expect, it } from 'vitest'
import { fillArguments } from '../commands/index.ts'

const fill = (body: string, args: string) =>
  fillArguments(body, args, { first: 0, names: ['from', 'to'], values: { MEWCODE_SKILL_DIR: '/s' } })

it.each([
  ['all', '<$ARGUMENTS>', '<a "b c">'],
  ['one by its place', '$0|$1', 'a|b c'],
  ['one by its index', '$ARGUMENTS[0]|$ARGUMENTS[1]', 'a|b c'],
  ['one by its name', '$from|$to|$fromage', 'a|b c|$fromage'],
  ['none there', '$0$1|$2|costs $50|$ARGUMENTS[7]', 'ab c|$2|costs $50|'],
  ['a folder', '$ARGUMENTS ${MEWCODE_SKILL_DIR}/x ${HOME}', 'a "b c" /s/x ${HOME}'],
  [
    'kept ones',
    '\\$0 \\$ARGUMENTS \\$from \\${MEWCODE_SKILL_DIR} \\$x $ARGUMENTS',
    '$0 $ARGUMENTS $from ${MEWCODE_SKILL_DIR} \\$x a "b c"',
  ],
  ['no place', 'Do it.', 'Do it.\n\n## User Request\n\na "b c"'],
  ['too few places', 'Do $0, costs $5.', 'Do a, costs $5.\n\n## User Request\n\na "b c"'],
  ['only kept places', 'Do \\$1.', 'Do $1.\n\n## User Request\n\na "b c"'],
])('puts arguments in: %s', (_, body, text) => {
  expect(fill(body, 'a "b c"')).toBe(text)
})

it('never looks through a value again', () => {
  expect(fill('$0 $1', '$1 $ARGUMENTS')).toBe('$1 $ARGUMENTS')
})
