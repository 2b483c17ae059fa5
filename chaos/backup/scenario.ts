import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { findBackupStores, restore } from '#local/restore/restore.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import {
  diffFigures,
  readFigures,
  retryOnLockConflict,
  snapshotFigures,
  type TableFigures,
} from '#server/testing/database-contents.ts'
import { withClient } from '#server/testing/postgres.ts'
import { randomFrom } from '#server/testing/random.ts'
import { apiCallOf } from '#server/testing/shop-webhooks.ts'
import { ask } from '../harness/client-request.ts'
import { makeOrders, type Sold, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { atLeast, atMost, none, type ScenarioOptions, type ScenarioResult, type Size } from '../scenario-result.ts'
import { keepingBackups, key, untilReach } from './backup-process.ts'

/** Orders before the backup, from then to the moment, and from the moment to the accident. */
type Plan = { before: number; between: number; after: number }

const plans: Record<Size, Plan> = {
  short: { before: 10, between: 15, after: 10 },
  long: { before: 300, between: 500, after: 200 },
}

const mostSeconds = 60

const settings = { track_commit_timestamp: 'on', full_page_writes: 'on' }

/** Shops sell all the time; meanwhile a backup is taken, a table is dropped, and the database is brought back. */
export async function runBackup({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startSystem({ settings, autoFulfills: true })
  const backups = makeScratchFolder('backups')
  const into = makeScratchFolder('restored')
  try {
    const random = randomFrom(seed)
    const { before, between, after } = plans[size]
    // There are more of them than are waited for, so that nobody runs out of orders before the end.
    const orders = makeOrders(world, (before + between + after) * 4, random)
    await stockUp(world, orders, random)
    const load = openLoad(world, orders, random)
    const wasTaken = await breakUnderLoad(world, load, backups, plans[size])
    const begun = performance.now()
    await restore(await findBackupStores(backups, key), { to: wasTaken.at, into, filesOnly: false }, () => {})
    const seconds = (performance.now() - begun) / 1000
    await load.stop()
    return judge(await readCopy(into), { ...wasTaken, seconds, plan: plans[size] })
  } finally {
    await world.close()
    for (const folder of [backups, into]) rmSync(folder, { recursive: true, force: true })
  }
}

type Taken = { baseSeconds: number; at: string; figures: TableFigures; acknowledged: string[] }

/** The load goes on through all of it, and after. */
async function breakUnderLoad(world: TestSystem, load: Load, backups: string, plan: Plan): Promise<Taken> {
  const { url } = world.postgres
  await load.untilAcknowledged(plan.before)
  return keepingBackups(url, backups, async () => {
    const { base } = await untilReach(backups, () => true)
    await load.untilAcknowledged(load.acknowledged().length + plan.between)
    const acknowledged = load.acknowledged()
    const { at, figures } = await load.pausedWhile(() => snapshotFigures(url))
    await load.untilAcknowledged(load.acknowledged().length + plan.after)
    await load.pausedWhile(() => retryOnLockConflict(url, (client) => client.query('drop table orders cascade')))
    await untilReach(backups, ({ to }) => to.toISOString() > at)
    const baseSeconds = (Date.parse(base.endedAt) - Date.parse(base.startedAt)) / 1000
    return { baseSeconds, at, figures, acknowledged }
  })
}

type Copied = { figures: TableFigures; orders: Set<string> }

async function readCopy(into: string): Promise<Copied> {
  const copy = await startPostgres({ dataDir: join(into, 'postgres') })
  try {
    return await withClient(copy.url('lockstep'), async (client) => {
      const { rows } = await client.query<{ id: string }>('select external_order_id as id from orders')
      return { figures: await readFigures(client), orders: new Set(rows.map(({ id }) => id)) }
    })
  } finally {
    await copy.stop()
  }
}

type Known = Taken & { seconds: number; plan: Plan }

function judge({ figures, orders }: Copied, known: Known): ScenarioResult {
  const { before, between } = known.plan
  const differing = diffFigures(known.figures, figures)
  const lost = known.acknowledged.filter((id) => !orders.has(id)).map((id) => `order ${id} is not in the copy`)
  return {
    claims: [
      none(`tables that differ from what they were at the moment, of ${known.figures.size}`, differing),
      atLeast('orders in the copy', orders.size, before + between),
      none(`orders acknowledged before the moment that it lacks, of ${known.acknowledged.length}`, lost),
      atMost('seconds to take the backup, under load', known.baseSeconds, mostSeconds),
      atMost('seconds to restore, under load', known.seconds, mostSeconds),
    ],
    wrong: [...differing, ...lost],
  }
}

const lanes = 8

const patience = 300_000

type Load = ReturnType<typeof openLoad>

/** Shops that hand over one order after the other, whatever they are answered, until they are stopped. */
function openLoad(world: TestSystem, orders: readonly Sold[], random: () => number) {
  const waiting = [...orders]
  const acknowledged: string[] = []
  let isOver = false
  let pause = Promise.resolve()
  const sell = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      await pause
      if (isOver) return
      const { urls } = world.processes
      const url = urls[Math.floor(random() * urls.length)] as string
      const { told } = await ask(url, apiCallOf(order.shop, order))
      if (told === 'ok') acknowledged.push(order.externalOrderId)
    }
  }
  const selling = Promise.all(Array.from({ length: lanes }, sell))
  return {
    /** Orders that somebody was told are taken. */
    acknowledged: () => [...acknowledged],
    async untilAcknowledged(count: number): Promise<void> {
      const deadline = Date.now() + patience
      while (acknowledged.length < count) {
        if (waiting.length === 0 || Date.now() > deadline)
          throw new Error(`Only ${acknowledged.length} orders were taken`)
        await sleep(20)
      }
    },
    /** Shops hold their breath; whatever the product has been told already goes on. */
    async pausedWhile<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause = promise
      try {
        return await work()
      } finally {
        resolve()
      }
    },
    async stop(): Promise<void> {
      isOver = true
      await selling
    },
  }
}
