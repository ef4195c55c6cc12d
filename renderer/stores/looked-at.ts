import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf } from '../rpc/index.ts'

interface Reading<Item, Detail> {
  readonly ask: () => Promise<readonly Item[]>
  readonly show: (item: Item) => Promise<Detail>
  readonly isOf: (item: Item, detail: Detail) => boolean
}

/** A list and the one of it that is looked at. An older answer replaces no newer one, and a list that comes late no choice. */
export function useLookedAt<Item, Detail>({ ask, show, isOf }: Reading<Item, Detail>) {
  /** Undefined until first loaded. */
  const list = shallowRef<readonly Item[]>()
  const detail = shallowRef<Detail>()
  const error = shallowRef<WireError>()
  let asked = 0
  let taken = 0
  /** Goes up with each choice, when it is made and when it is there. */
  let choices = 0

  async function load(): Promise<void> {
    const mine = ++asked
    const before = choices
    try {
      const answer = await ask()
      if (mine < taken) return
      taken = mine
      list.value = answer
      const looked = detail.value
      const known = looked && answer.find((item) => isOf(item, looked))
      const again = known && (await show(known))
      if (mine < taken || before !== choices) return
      detail.value = again
      error.value = undefined
    } catch (failure) {
      if (mine >= taken && before === choices) error.value = failureOf(failure)
    }
  }

  /** Answers whether it was taken: a newer choice may have come before it was there. */
  async function choose(item: Item): Promise<boolean> {
    const mine = ++choices
    try {
      const answer = await show(item)
      if (mine !== choices) return false
      put(answer)
      error.value = undefined
      return true
    } catch (failure) {
      if (mine === choices) error.value = failureOf(failure)
      return false
    }
  }

  /** As it is by now, without being asked for. */
  function put(now: Detail): void {
    choices += 1
    detail.value = now
  }

  return { list, detail, error, load, choose, put }
}
