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
import { sendRequest } from '../harness/client-request.ts'
import { makeOrders, type SoldOrder, stockUp } from '../harness/orders.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { atLeast, atMost, none, type ScenarioOptions, type ScenarioResult, type Size } from '../scenario-result.ts'
import { withBackups, key, waitForRecoveryWindow } from './backup-process.ts'

/** Number of orders before the base backup, from there to the restore point, and from there to the dropped table. */
type Plan = { before: number; between: number; after: number }

const plans: Record<Size, Plan> = {
  short: { before: 10, between: 15, after: 10 },
  long: { before: 300, between: 500, after: 200 },
}

const maxSeconds = 60

const settings = { track_commit_timestamp: 'on', full_page_writes: 'on' }

/** Under load: takes a backup, drops a table and restores the database to the moment before (point-in-time recovery). */
export async function runBackup({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startSystem({ settings, autoFulfills: true })
  const backups = makeScratchFolder('backups')
  const into = makeScratchFolder('restored')
  try {
    const random = randomFrom(seed)
    const { before, between, after } = plans[size]
    // More orders than the plan waits for, so that the load never runs dry.
    const orders = makeOrders(system, (before + between + after) * 4, random)
    await stockUp(system, orders, random)
    const load = startLoad(system, orders, random)
    const restorePoint = await breakUnderLoad(system, load, backups, plans[size])
    const startedAt = performance.now()
    await restore(await findBackupStores(backups, key), { to: restorePoint.at, into, filesOnly: false }, () => {})
    const seconds = (performance.now() - startedAt) / 1000
    await load.stop()
    return toResult(await readCopy(into), { ...restorePoint, seconds, plan: plans[size] })
  } finally {
    await system.close()
    for (const folder of [backups, into]) rmSync(folder, { recursive: true, force: true })
  }
}

type RestorePoint = { baseSeconds: number; at: string; figures: TableFigures; acknowledged: string[] }

/** The load continues throughout, and afterwards. */
async function breakUnderLoad(system: TestSystem, load: Load, backups: string, plan: Plan): Promise<RestorePoint> {
  const { url, adminUrl } = system.postgres
  await load.untilAcknowledged(plan.before)
  return withBackups(url, backups, async () => {
    const { base } = await waitForRecoveryWindow(backups, () => true)
    await load.untilAcknowledged(load.acknowledged().length + plan.between)
    const acknowledged = load.acknowledged()
    const { at, figures } = await load.pausedWhile(() => snapshotFigures(adminUrl))
    await load.untilAcknowledged(load.acknowledged().length + plan.after)
    await load.pausedWhile(() => retryOnLockConflict(adminUrl, (client) => client.query('drop table orders cascade')))
    await waitForRecoveryWindow(backups, ({ to }) => to.toISOString() > at)
    const baseSeconds = (Date.parse(base.endedAt) - Date.parse(base.startedAt)) / 1000
    return { baseSeconds, at, figures, acknowledged }
  })
}

type RestoredCopy = { figures: TableFigures; orders: Set<string> }

async function readCopy(into: string): Promise<RestoredCopy> {
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

type MeasuredRestore = RestorePoint & { seconds: number; plan: Plan }

function toResult({ figures, orders }: RestoredCopy, measured: MeasuredRestore): ScenarioResult {
  const { before, between } = measured.plan
  const differing = diffFigures(measured.figures, figures)
  const lost = measured.acknowledged.filter((id) => !orders.has(id)).map((id) => `order ${id} is not in the copy`)
  return {
    claims: [
      none(`tables that differ from the restore point, of ${measured.figures.size}`, differing),
      atLeast('orders in the copy', orders.size, before + between),
      none(`orders acknowledged before it that the copy lacks, of ${measured.acknowledged.length}`, lost),
      atMost('seconds to take the backup, under load', measured.baseSeconds, maxSeconds),
      atMost('seconds to restore, under load', measured.seconds, maxSeconds),
    ],
    wrong: [...differing, ...lost],
  }
}

const concurrency = 8

const timeoutMs = 300_000

type Load = ReturnType<typeof startLoad>

/** Shops that send one order after the other, whatever the response, until they are stopped. */
function startLoad(system: TestSystem, orders: readonly SoldOrder[], random: () => number) {
  const waiting = [...orders]
  const acknowledged: string[] = []
  let isStopped = false
  let pause = Promise.resolve()
  const sell = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      await pause
      if (isStopped) return
      const { urls } = system.processes
      const url = urls[Math.floor(random() * urls.length)] as string
      const { outcome } = await sendRequest(url, apiCallOf(order.shop, order))
      if (outcome === 'ok') acknowledged.push(order.externalOrderId)
    }
  }
  const selling = Promise.all(Array.from({ length: concurrency }, sell))
  return {
    /** External ids of acknowledged orders. */
    acknowledged: () => [...acknowledged],
    async untilAcknowledged(count: number): Promise<void> {
      const deadline = Date.now() + timeoutMs
      while (acknowledged.length < count) {
        if (waiting.length === 0 || Date.now() > deadline)
          throw new Error(`Only ${acknowledged.length} orders were acknowledged`)
        await sleep(20)
      }
    },
    /** Shops pause; requests that were already sent go on. */
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
      isStopped = true
      await selling
    },
  }
}
