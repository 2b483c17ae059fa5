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
  'orders.fetch',
  'orders.clear-short-orders',
  'orders.auto-fulfill',
  'orders.send',
  'orders.follow',
  'orders.watch',
  'orders.run-batches',
  'channels.push-offers',
  'channels.send-messages',
  'notifications.send',
  'notifications.gather-alerts',
] as const
export type DrainName = (typeof drainNames)[number]

/** Whether there is something in the drain's table that is due. */
export type Waiting = (tx: Tx, companyId: string, now: Date) => Promise<boolean>
export type Drains = Record<DrainName, Waiting>

/**
 * Those that go on for long, by Amazon's pace or over hundreds of orders, and look again until nothing is due. What they do
 * wakes them: a second one beside the first would be no faster, and take a place that the company has for other work.
 */
const alone: ReadonlySet<DrainName> = new Set<DrainName>([
  'orders.fetch',
  'orders.send',
  'orders.follow',
  'orders.auto-fulfill',
  'orders.run-batches',
  'notifications.send',
])

/** Which news give a drain something to do. */
export const wokenBy: Partial<Record<Topic, readonly DrainName[]>> = {
  inventory: ['channels.push-offers', 'orders.clear-short-orders'],
  products: ['channels.push-offers'],
  channels: ['channels.push-offers', 'orders.take-in', 'orders.fetch'],
  orders: ['channels.send-messages', 'orders.auto-fulfill', 'orders.run-batches'],
  marketplace: ['orders.send'],
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
type Parts = {
  db: Database
  queue: JobQueue<CatalogJobs>
  clock: Clock
  log: Log
  drains: Drains
  /** Milliseconds after which one that works alone is looked at again: it may have ended without seeing the newest row. */
  patience?: number
}

export function createWaker({ db, queue, clock, log, drains, patience = 2000 }: Parts): Waker {
  const asleep = new Map<string, NodeJS.Timeout>()
  const underWay = new Set<Promise<unknown>>()

  const wakeIn = async (tx: Tx, companyId: string, drain: DrainName): Promise<'added' | 'needless' | 'at_work'> => {
    const isDue = await drains[drain](tx, companyId, clock.now())
    const found = isDue ? await findJob(tx, queue.jobs[drain].lane, companyId, drain) : null
    const isNeeded = isDue && found === null
    if (isNeeded) await queue.enqueue(tx, companyId, drain, {})
    drainWakes.inc({ drain, outcome: isNeeded ? 'queued' : 'needless' })
    if (isNeeded) return 'added'
    return found === 'at_work' ? 'at_work' : 'needless'
  }

  const wakeOne = (companyId: string, drain: DrainName) => db.inCompany(companyId, (tx) => wakeIn(tx, companyId, drain))

  const start = async (companyId: string, drain: DrainName) => {
    try {
      if ((await wakeOne(companyId, drain)) === 'at_work') wakeAfter(companyId, drain, patience)
    } catch (error) {
      drainWakes.inc({ drain, outcome: 'failed' })
      log.warn({ err: error, companyId, drain }, 'could not wake a drain; channels.wake-waiting will')
    }
  }

  const wakeAfter = (companyId: string, drain: DrainName, milliseconds: number) => {
    const key = `${companyId} ${drain}`
    if (asleep.has(key)) return
    const timer = setTimeout(() => {
      asleep.delete(key)
      const waking = start(companyId, drain)
      underWay.add(waking)
      void waking.finally(() => underWay.delete(waking))
    }, milliseconds)
    asleep.set(key, timer.unref())
  }

  return {
    wakeNow: async (companyId, drain) => (await wakeOne(companyId, drain)) === 'added',
    wakeDue: (companyId) =>
      db.inCompany(companyId, async (tx) => {
        const woken: DrainName[] = []
        for (const drain of drainNames) if ((await wakeIn(tx, companyId, drain)) === 'added') woken.push(drain)
        return woken
      }),
    wake: (companyId, drain) => wakeAfter(companyId, drain, pauseMilliseconds),
    async close() {
      for (const timer of asleep.values()) clearTimeout(timer)
      asleep.clear()
      await Promise.all(underWay)
      for (const timer of asleep.values()) clearTimeout(timer)
    },
  }
}

/**
 * One that has begun may have looked past the newest row, so it does not count, unless it works alone. One that failed
 * and comes back within the minute does: else each delivery that comes while a drain fails would leave another failing
 * job behind.
 */
async function findJob(
  tx: Tx,
  lane: string,
  companyId: string,
  drain: DrainName,
): Promise<'queued' | 'at_work' | null> {
  const { rows } = await tx.execute<{ queued: boolean; active: boolean }>(sql`
    select coalesce(bool_or(state < 'active'), false) as queued, coalesce(bool_or(state = 'active'), false) as active
    from pgboss.job
    where name = ${lane} and group_id = ${companyId} and data ->> 'job' = ${drain}
      and (state < 'active' and start_after <= now() + interval '1 minute' or state = 'active')`)
  const [{ queued, active } = { queued: false, active: false }] = rows
  if (queued) return 'queued'
  return active && alone.has(drain) ? 'at_work' : null
}
