import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/client.ts'
import type { Log } from '../log.ts'
import type { CatalogJobs } from './catalog.ts'
import { drainWakes } from './metrics.ts'
import type { JobQueue } from './queue.ts'

/**
 * A drain is a job that empties a table: one job does what thousands of rows ask for. Rows are written in the
 * transaction of their cause; waking the job afterwards is best effort, and `channels.wake-waiting` makes up for a
 * process that died in between.
 */
const drainNames = [
  'orders.take-in',
  'orders.clear-short-orders',
  'channels.push-offers',
  'channels.send-messages',
] as const
export type DrainName = (typeof drainNames)[number]

/** Whether there is something in the drain's table that is due. */
export type Waiting = (tx: Tx, companyId: string, now: Date) => Promise<boolean>
export type Drains = Record<DrainName, Waiting>

/** Which news give a drain something to do. */
export const wokenBy: Partial<Record<Topic, readonly DrainName[]>> = {
  inventory: ['channels.push-offers', 'orders.clear-short-orders'],
  products: ['channels.push-offers'],
  channels: ['channels.push-offers', 'orders.take-in'],
  orders: ['channels.send-messages'],
}

export type Waker = {
  /** Has the drain run soon, unless it has nothing to do or is about to run anyway. */
  wake(companyId: string, drain: DrainName): void
  /** The same at once, for whoever wants to know; answers whether a job was added. */
  wakeNow(companyId: string, drain: DrainName): Promise<boolean>
  /** The same for all drains of a company, in one transaction; answers those for which a job was added. */
  wakeDue(companyId: string): Promise<DrainName[]>
  close(): Promise<void>
}

/** What happens within this time is one wake-up. */
const pauseMilliseconds = 100

type Parts = { db: Database; queue: JobQueue<CatalogJobs>; clock: Clock; log: Log; drains: Drains }

export function createWaker({ db, queue, clock, log, drains }: Parts): Waker {
  const asleep = new Map<string, NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()

  const wakeIn = async (tx: Tx, companyId: string, drain: DrainName) => {
    const isNeeded =
      (await drains[drain](tx, companyId, clock.now())) &&
      !(await isQueued(tx, queue.jobs[drain].lane, companyId, drain))
    if (isNeeded) await queue.enqueue(tx, companyId, drain, {})
    drainWakes.inc({ drain, outcome: isNeeded ? 'queued' : 'needless' })
    return isNeeded
  }

  const wakeNow = (companyId: string, drain: DrainName) => db.inCompany(companyId, (tx) => wakeIn(tx, companyId, drain))

  const start = (companyId: string, drain: DrainName) => {
    const waking = wakeNow(companyId, drain).catch((error: unknown) => {
      drainWakes.inc({ drain, outcome: 'failed' })
      log.warn({ err: error, companyId, drain }, 'could not wake a drain; channels.wake-waiting will')
    })
    underWay.add(waking)
    void waking.finally(() => underWay.delete(waking))
  }

  return {
    wakeNow,
    wakeDue: (companyId) =>
      db.inCompany(companyId, async (tx) => {
        const woken: DrainName[] = []
        for (const drain of drainNames) if (await wakeIn(tx, companyId, drain)) woken.push(drain)
        return woken
      }),
    wake(companyId, drain) {
      const key = `${companyId} ${drain}`
      if (asleep.has(key)) return
      const timer = setTimeout(() => {
        asleep.delete(key)
        start(companyId, drain)
      }, pauseMilliseconds)
      asleep.set(key, timer.unref())
    },
    async close() {
      for (const timer of asleep.values()) clearTimeout(timer)
      asleep.clear()
      await Promise.all(underWay)
    },
  }
}

/**
 * One that has begun may have looked past the newest row, so it does not count. One that failed and comes back within
 * the minute does: else each delivery that comes while a drain fails would leave another failing job behind.
 */
async function isQueued(tx: Tx, lane: string, companyId: string, drain: DrainName): Promise<boolean> {
  const { rows } = await tx.execute<{ queued: boolean }>(sql`
    select exists (
      select from pgboss.job where name = ${lane} and state < 'active' and start_after <= now() + interval '1 minute'
        and group_id = ${companyId} and data ->> 'job' = ${drain}
    ) as queued`)
  return rows[0]?.queued ?? false
}
