import { expect, it } from 'vitest'
import { AppError } from '../../core/contract/errors.ts'
import { RpcError } from '../../core/contract/client.ts'
import { toWireError } from '../../core/contract/errors.ts'
import { useAttempt } from './attempt.ts'

const refused = () => new RpcError(toWireError(new AppError('rpc.closed')))

it('is busy while the work runs and says that it came to its end', async () => {
  const attempt = useAttempt()
  const work = Promise.withResolvers<void>()
  const run = attempt.run(() => work.promise)
  expect(attempt.busy.value).toBe(true)
  work.resolve()
  expect([await run, attempt.busy.value, attempt.error.value]).toEqual([true, false, undefined])
})

it('keeps how it failed until the next try', async () => {
  const attempt = useAttempt()
  expect(await attempt.run(() => Promise.reject(refused()))).toBe(false)
  expect([attempt.busy.value, attempt.error.value?.code]).toEqual([false, 'rpc.closed'])
  await attempt.run(() => Promise.resolve())
  expect(attempt.error.value).toBeUndefined()
})

it('does the work once when it is asked for twice', async () => {
  const attempt = useAttempt()
  const work = Promise.withResolvers<void>()
  let count = 0
  const once = () => {
    count += 1
    return work.promise
  }
  const both = Promise.all([attempt.run(once), attempt.run(once)])
  work.resolve()
  expect([await both, count]).toEqual([[true, false], 1])
})

it('presses in turn all count, in their order', async () => {
  const attempt = useAttempt()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  attempt.runInTurn(async () => {
    await first.promise
    done.push('first')
  })
  const both = new Promise<void>((resolve) => {
    attempt.runInTurn(async () => {
      done.push('second')
      resolve()
    })
  })
  first.resolve()
  await both
  expect(done).toEqual(['first', 'second'])
})

it('presses beside each other begin at once, and a failure of any is told until the next', async () => {
  const attempt = useAttempt()
  const first = Promise.withResolvers<void>()
  const begun: string[] = []
  attempt.runBeside(() => (begun.push('first'), first.promise))
  attempt.runBeside(async () => void begun.push('second'))
  expect([begun, attempt.busy.value]).toEqual([['first', 'second'], false])
  first.reject(refused())
  await Promise.allSettled([first.promise])
  expect(attempt.error.value?.code).toBe('rpc.closed')
  attempt.runBeside(async () => undefined)
  expect(attempt.error.value).toBeUndefined()
})
