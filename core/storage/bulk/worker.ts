import { hostname } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../base/clock.ts'
import { connect } from '../connection.ts'
import { createLeaseRepository } from '../leases.ts'
import { openAsItIs, prepareDatabase } from '../open.ts'
import { thisProcess } from '../process-identity.ts'
import type { Bulk } from '../types.ts'
import type { Request, WorkerSetup } from './jobs.ts'
import { outcomeOf, troubleOf } from './outcome.ts'
import { createBulkTasks } from './tasks.ts'

// A thread of its own with a connection of its own.
const setup: WorkerSetup = workerData
if (setup.kind === 'serve') await serve(setup)
else await prepare(setup)

async function serve({ path, program }: Extract<WorkerSetup, { kind: 'serve' }>): Promise<void> {
  const connection = connect(await openAsItIs(path), () => undefined)
  const leases = createLeaseRepository(connection, systemClock, thisProcess(hostname(), program))
  const tasks = createBulkTasks(connection, { clock: systemClock, leases })
  parentPort?.on('message', (request: Request) => {
    void outcomeOf(() => perform(tasks, request)).then((outcome) => parentPort?.postMessage({ id: request.id, ...outcome }))
  })
}

async function prepare({ path, migrations, nowMs }: Extract<WorkerSetup, { kind: 'prepare' }>): Promise<void> {
  const outcome = await outcomeOf(async () => {
    const { db, setAside } = await prepareDatabase(path, migrations, nowMs)
    db.close()
    return setAside && troubleOf(setAside)
  })
  parentPort?.postMessage(outcome)
}

function perform(tasks: Bulk, { task, input }: Request): Promise<unknown> {
  switch (task) {
    case 'load':
      return tasks.load(input)
    case 'search':
      return tasks.search(input)
    case 'export':
      return tasks.export(input)
    case 'import':
      return tasks.import(input)
    case 'remove':
      return tasks.remove(input)
    case 'sizes':
      return tasks.sizes()
    case 'backup':
      return tasks.backup(input)
    case 'tidy':
      return tasks.tidy()
  }
}
