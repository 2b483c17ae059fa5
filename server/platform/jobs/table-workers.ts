import { sql } from 'drizzle-orm'
import { Counter } from 'prom-client'
import type { Topic } from '#contract/events.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/client.ts'
import type { Log } from '../log.ts'
import type { CatalogJobs } from './catalog.ts'
import type { JobQueue } from './queue.ts'

/**
 * A table worker is a job that processes the due rows of a table (outbox or inbox), so that one job handles thousands of rows.
 * Rows are written in the transaction of their cause. Triggering the job afterwards is best effort: the scheduled job
 * `channels.wake-waiting` triggers it when a process died in between.
 */
const tableWorkerNames = [
  'orders.take-in',
  'orders.fetch',
  'orders.clear-short-orders',
  'orders.auto-fulfill',
  'orders.send',
  'orders.follow',
  'orders.watch',
  'orders.assume-delivered',
  'orders.run-batches',
  'channels.push-offers',
  'channels.send-messages',
  'notifications.send',
  'notifications.gather-alerts',
] as const

export type TableWorkerName = (typeof tableWorkerNames)[number]

/** Whether the worker's table has due rows. */
export type HasDueRows = (tx: Tx, companyId: string, now: Date) => Promise<boolean>

export type TableWorkers = Record<TableWorkerName, HasDueRows>

/**
 * Workers of which a company runs one at a time. They work for long, at Amazon's rate or over hundreds of orders, and check again
 * until no row is due. Their own changes trigger them; a second job would not be faster and would take a slot of the company.
 */
const singleWorkers: ReadonlySet<TableWorkerName> = new Set<TableWorkerName>([
  'orders.fetch',
  'orders.send',
  'orders.follow',
  'orders.auto-fulfill',
  'orders.run-batches',
  'notifications.send',
])

/** Which topics give a worker something to do. */
export const triggeredBy: Partial<Record<Topic, readonly TableWorkerName[]>> = {
  inventory: ['channels.push-offers', 'orders.clear-short-orders'],
  products: ['channels.push-offers'],
  channels: ['channels.push-offers', 'orders.take-in', 'orders.fetch'],
  orders: ['channels.send-messages', 'orders.auto-fulfill', 'orders.run-batches'],
  marketplace: ['orders.send'],
}

export type WorkerTrigger = {
  /** Enqueues the worker soon, unless no row is due or its job is queued already. */
  trigger(companyId: string, worker: TableWorkerName): void
  /** The same at once; returns whether a job was added. */
  triggerNow(companyId: string, worker: TableWorkerName): Promise<boolean>
  /** The same for all workers of a company, in one transaction; returns those for which a job was added. */
  triggerDue(companyId: string): Promise<TableWorkerName[]>
  close(): Promise<void>
}

/** Triggers within this time are coalesced. */
const pauseMilliseconds = 100

type TriggerParts = {
  db: Database
  queue: JobQueue<CatalogJobs>
  clock: Clock
  log: Log
  tableWorkers: TableWorkers
  /** Milliseconds after which a running single worker is checked again: it may have ended without seeing the newest row. */
  patience?: number
}

export function createWorkerTrigger(parts: TriggerParts): WorkerTrigger {
  const { db, queue, clock, log, tableWorkers, patience = 2000 } = parts
  const scheduled = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()

  const triggerIn = async (
    tx: Tx,
    companyId: string,
    worker: TableWorkerName,
  ): Promise<'added' | 'needless' | 'at_work'> => {
    const isDue = await tableWorkers[worker](tx, companyId, clock.now())
    const found = isDue ? await findJob(tx, queue.jobs[worker].lane, companyId, worker) : null
    const isNeeded = isDue && found === null
    if (isNeeded) await queue.enqueue(tx, companyId, worker, {})
    tableWorkerTriggers.inc({ drain: worker, outcome: isNeeded ? 'queued' : 'needless' })
    if (isNeeded) return 'added'
    return found === 'at_work' ? 'at_work' : 'needless'
  }

  const triggerOne = (companyId: string, worker: TableWorkerName) =>
    db.inCompany(companyId, (tx) => triggerIn(tx, companyId, worker))

  const tryTrigger = async (companyId: string, worker: TableWorkerName) => {
    try {
      if ((await triggerOne(companyId, worker)) === 'at_work') triggerAfter(companyId, worker, patience)
    } catch (error) {
      tableWorkerTriggers.inc({ drain: worker, outcome: 'failed' })
      log.warn(
        { err: error, companyId, drain: worker },
        'could not trigger a table worker; the job channels.wake-waiting will',
      )
    }
  }

  const triggerAfter = (companyId: string, worker: TableWorkerName, milliseconds: number) => {
    const key = `${companyId} ${worker}`
    if (scheduled.has(key)) return
    const timer = setTimeout(() => {
      scheduled.delete(key)
      const attempt = tryTrigger(companyId, worker)
      running.add(attempt)
      void attempt.finally(() => running.delete(attempt))
    }, milliseconds)
    scheduled.set(key, timer.unref())
  }

  return {
    triggerNow: async (companyId, worker) => (await triggerOne(companyId, worker)) === 'added',
    triggerDue: (companyId) =>
      db.inCompany(companyId, async (tx) => {
        const triggered: TableWorkerName[] = []
        for (const worker of tableWorkerNames)
          if ((await triggerIn(tx, companyId, worker)) === 'added') triggered.push(worker)
        return triggered
      }),
    trigger: (companyId, worker) => triggerAfter(companyId, worker, pauseMilliseconds),
    async close() {
      for (const timer of scheduled.values()) clearTimeout(timer)
      scheduled.clear()
      await Promise.all(running)
      for (const timer of scheduled.values()) clearTimeout(timer)
    },
  }
}

/**
 * A queued job counts, also one that failed and is retried within a minute: otherwise each new row would add another failing job.
 * A running job may have missed the newest row, so it counts only for single workers.
 */
async function findJob(
  tx: Tx,
  lane: string,
  companyId: string,
  worker: TableWorkerName,
): Promise<'queued' | 'at_work' | null> {
  const { rows } = await tx.execute<{ queued: boolean; active: boolean }>(sql`
    select coalesce(bool_or(state < 'active'), false) as queued, coalesce(bool_or(state = 'active'), false) as active
    from pgboss.job
    where name = ${lane} and group_id = ${companyId} and data ->> 'job' = ${worker}
      and (state < 'active' and start_after <= now() + interval '1 minute' or state = 'active')`)
  const [{ queued, active } = { queued: false, active: false }] = rows
  if (queued) return 'queued'
  return active && singleWorkers.has(worker) ? 'at_work' : null
}

/** Counts triggers; runs of the workers are counted among the jobs. */
const tableWorkerTriggers = new Counter({
  name: 'lockstep_drain_wakes_total',
  help: 'Triggers of table workers by outcome: a job was queued, none was needed, or the trigger failed',
  labelNames: ['drain', 'outcome'] as const,
})
