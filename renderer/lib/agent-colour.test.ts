import { expect, it } from 'vitest'
import { agentColour } from './agent-colour.ts'

it('an agent has the colour its file says, else always the same one, and nobody is grey', () => {
  expect([agentColour('reviewer', 'Orange'), agentColour('reviewer', 'green'), agentColour('Explore'), agentColour('')]).toEqual([
    'ochre',
    'green',
    'petrol',
    'grey',
  ])
  expect(agentColour('db-helper')).toBe(agentColour('db-helper', '#123456'))
})
