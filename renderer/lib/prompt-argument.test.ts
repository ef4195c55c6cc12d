import { expect, it } from 'vitest'
import { promptArgument } from './prompt-argument.ts'

const at = (text: string, hint = '<department> [name]') => promptArgument(text, text.length, hint)

it.each([
  ['/org:find ', 'department', '', {}],
  ['/org:find Eng', 'department', 'Eng', {}],
  ['/org:find Sales A', 'name', 'A', { department: 'Sales' }],
  ['/org:find name=Al', 'name', 'Al', {}],
  ['/org:find name=Al S', 'department', 'S', { name: 'Al' }],
])('in %j the argument is %s, %j so far', (text, argument, value, given) => {
  expect(at(text)).toMatchObject({ server: 'org', prompt: 'find', argument, value, given, token: { start: text.length - value.length } })
})

it.each(['/org:find', '/find Eng', 'look /org:find E', '/org:find Sales Al more'])('in %j there is none', (text) => {
  expect(at(text)).toBeUndefined()
})

it('nothing is offered before the end of the message', () => {
  expect(promptArgument('/org:find Eng', 12, '<department>')).toBeUndefined()
})
