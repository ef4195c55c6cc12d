import { expect, it } from 'vitest'
import { createSummon } from './summon.ts'

function summoned({ others = [] as string[] } = {}) {
  const held = new Map<string, () => void>()
  const taken: string[] = []
  const log: string[] = []
  const follow = createSummon({
    globalShortcut: {
      register: (keys: string, run: () => void) => {
        if (keys.includes('Nonsense')) throw new TypeError('conversion failure')
        if (others.includes(keys)) return false
        held.set(keys, run)
        taken.push(keys)
        return true
      },
      unregister: (keys: string) => void held.delete(keys),
    },
    front: () => void log.push('front'),
    log: { log: (level, _room, message) => void log.push(`${level}: ${message}`) },
  })
  return { follow, log, taken, held: () => [...held.keys()], press: (keys: string) => held.get(keys)?.() }
}

it('the keys of the settings bring the app up, and give way to others or to none', () => {
  const { follow, log, taken, held, press } = summoned()
  follow(undefined)
  expect(held()).toEqual([])
  follow('Mod+Shift+KeyM')
  follow('Mod+Shift+KeyM')
  press('CommandOrControl+Shift+M')
  // Let go for a moment, another program could take them.
  expect([held(), taken, log]).toEqual([['CommandOrControl+Shift+M'], ['CommandOrControl+Shift+M'], ['front']])
  follow('Alt+Digit5')
  expect(held()).toEqual(['Alt+5'])
  follow('')
  expect(held()).toEqual([])
})

it('keys that another program has, or that nobody knows, are said in the log and leave none', () => {
  const { follow, log, held } = summoned({ others: ['Alt+5'] })
  follow('Mod+KeyU')
  follow('Alt+Digit5')
  expect(held()).toEqual([])
  follow('Mod+Nonsense')
  expect([held(), log]).toEqual([[], Array(2).fill('warn: the keys that bring the app up cannot be had')])
  follow('Mod+KeyU')
  expect(held()).toEqual(['CommandOrControl+U'])
})
