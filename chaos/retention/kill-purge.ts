import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#server/testing/postgres.ts'
import type { TestSystem } from '../harness/system.ts'
import { startJob } from './run-job.ts'

/** How a row of each table belongs to an order `o`. While somebody else holds the row, the purge stands still before it. */
const stops = {
  order_events: 't.order_id = o.id and t.reason is not null',
  webhook_events: `t.order_id = o.id and t.payload <> ''`,
  notifications: `t.order_id = o.id and t.recipient <> ''`,
  // One who ordered again is not to be erased.
  customers: `t.id = o.customer_id and not exists (
    select from orders k where k.customer_id = t.id and k.closed_at is distinct from o.closed_at)`,
  customer_addresses: 't.id = o.shipping_address_id and t.line1 is not null',
} as const

type Stop = keyof typeof stops
export const betweenBites = 'between two bites'
export const killPoints = [betweenBites, ...(Object.keys(stops) as Stop[])] as const
export type KillPoint = (typeof killPoints)[number]
/** `after` about so many orders of those that are left, if there are as many. */
export type Kill = { point: KillPoint; after: number }

/** Starts a purge and ends it with `kill -9`: between two bites, or in the middle of one. Answers whether it was still at work. */
export async function killPurge(world: TestSystem, at: Date, { point, after }: Kill): Promise<boolean> {
  if (point === betweenBites) return withClient(world.postgres.url, (client) => killOnceErased(world, at, client))
  // Who holds the row is in a transaction, and so sees nobody come or go.
  return withClient(world.postgres.url, (holder) =>
    withClient(world.postgres.url, async (client) => {
      if (!(await holdRow(holder, point, at, after))) return false
      const wasAtWork = await startAndKill(world, at, () => isWaiting(client))
      await holder.query('rollback')
      await untilNobodyPurges(client)
      return wasAtWork
    }),
  )
}

async function killOnceErased(world: TestSystem, at: Date, client: pg.Client): Promise<boolean> {
  const before = await countErased(client)
  const wasAtWork = await startAndKill(world, at, async () => (await countErased(client)) > before)
  await untilNobodyPurges(client)
  return wasAtWork
}

async function startAndKill(world: TestSystem, at: Date, isThere: () => Promise<boolean>): Promise<boolean> {
  const child = startJob(world, ['privacy.purge'], at.getTime() - Date.now())
  const ended = once(child, 'close')
  while (child.exitCode === null && !(await isThere())) await sleep(2)
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

/** Answers whether there is anything left to erase in that table. */
async function holdRow(client: pg.Client, stop: Stop, at: Date, after: number): Promise<boolean> {
  await client.query('begin')
  const { rowCount } = await client.query(
    `with left_over as (
       select t.id, row_number() over (order by o.closed_at, t.id) as n from ${stop} t join orders o on ${stops[stop]}
       where o.erased_at is null and o.closed_at <= $1::timestamptz - interval '30 days')
     select from ${stop} t where t.id = (select id from left_over where n <= $2 + 1 order by n desc limit 1) for update`,
    [at.toISOString(), after],
  )
  return rowCount === 1
}

async function countErased(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from orders where erased_at is not null',
  )
  return rows[0]?.count ?? 0
}

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'lockstep job'`,
  )
  return (rowCount ?? 0) > 0
}

/** PostgreSQL notices that nobody listens any more when it next speaks, and takes back what was not committed. */
async function untilNobodyPurges(client: pg.Client): Promise<void> {
  const busy = `select from pg_stat_activity where application_name = 'lockstep job' and state <> 'idle'`
  while (((await client.query(busy)).rowCount ?? 0) > 0) await sleep(10)
}
