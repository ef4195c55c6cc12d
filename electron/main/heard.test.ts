import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createHeard, type Heard } from './heard.ts'

it('what the system says before anybody can follow it is kept, in order, and told once', () => {
  const app = new EventEmitter()
  const { follow } = createHeard(app)
  let prevented = 0
  const event = { preventDefault: () => (prevented += 1) }
  app.emit('open-url', event, 'mewcode://open?path=/a')
  app.emit('second-instance', {}, ['mewcode', '/b'], '/where')
  const heard: Heard[] = []
  follow((each) => heard.push(each))
  app.emit('open-file', event, '/c')
  expect([heard, prevented]).toEqual([
    [
      { kind: 'link', value: 'mewcode://open?path=/a' },
      { kind: 'start', argv: ['mewcode', '/b'], cwd: '/where' },
      { kind: 'folder', value: '/c' },
    ],
    2,
  ])
})
