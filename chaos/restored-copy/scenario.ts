import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { findBackupStores, restore } from '#local/restore/restore.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { reconcile } from '#server/commands/reconcile.ts'
import { openDeps } from '#server/deps.ts'
import { releaseOrder } from '#server/features/orders/actions/actions.ts'
import { readConfig } from '#server/platform/config.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { testEnvironment } from '#server/testing/app.ts'
import { snapshotFigures } from '#server/testing/database-contents.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import { randomFrom } from '#server/testing/random.ts'
import { startFakeWebsite } from '#server/testing/fake-website.ts'
import { key, keepingBackups, untilReach } from '../backup/backup-process.ts'
import type { Sold } from '../harness/orders.ts'
import { exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import {
  checkParcels,
  countHeard,
  findDoubledMails,
  findRenamedMessages,
  type Heard,
  type Outside,
} from './messages-received.ts'
import { submitOrders, prepareSale } from './orders.ts'

/** Orders from before the moment, and from after it. */
const plans: Record<Size, { before: number; after: number }> = {
  short: { before: 12, after: 12 },
  long: { before: 300, after: 300 },
}

const settings = { track_commit_timestamp: 'on' }
/** Longer than a worker takes to find something to do. */
const quietMs = 4_000
const patienceMs = 60_000

/** The database is brought back to a moment after which Amazon, customers and shops have heard more; then all is handed over again. */
export async function runRestoredCopy({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startSystem({ settings, autoFulfills: true, web: 1, workers: 1 })
  const site = await startFakeWebsite()
  const [backups, into] = [makeScratchFolder('backups'), makeScratchFolder('restored')]
  const outside = { standIns: world.standIns, site }
  try {
    await tellShopsAt(world, site.url)
    const { before, after } = plans[size]
    const orders = await prepareSale(world, before + after, randomFrom(seed))
    const at = await sellAround(world, outside, backups, { orders, before })
    await world.processes.stop()
    await restore(await findBackupStores(backups, key), { to: at, into, filesOnly: false }, () => {})
    return await goOn(world, outside, into, orders.slice(before)).then((shown) => judge(outside, orders, shown))
  } finally {
    await world.close()
    await site.close()
    for (const folder of [backups, into]) rmSync(folder, { recursive: true, force: true })
  }
}

async function tellShopsAt({ deps, companyId }: TestSystem, url: string): Promise<void> {
  await deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`update channels set config = config || jsonb_build_object('webhookUrl', ${url}::text)`),
  )
}

type Sale = { orders: readonly Sold[]; before: number }

/** Some orders wait, some are being told of when the moment comes; what is sold after it is shipped and told of. */
async function sellAround(
  world: TestSystem,
  outside: Outside,
  backups: string,
  { orders, before }: Sale,
): Promise<string> {
  const half = before / 2
  const url = world.processes.urls[0] as string
  return keepingBackups(world.postgres.url, backups, async () => {
    await untilReach(backups, () => true)
    await submitOrders(url, orders.slice(0, half))
    await untilShopsHear(outside)
    await submitOrders(url, orders.slice(half, before))
    const { at } = await snapshotFigures(world.postgres.url)
    const taken = await submitOrders(url, orders.slice(before))
    if (taken.length < orders.length - before) throw new Error('Not all orders were taken')
    await settleAll(world)
    await untilReach(backups, ({ to }) => to.toISOString() > at)
    return at
  })
}

async function untilShopsHear({ site }: Outside): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (site.received.length === 0) {
    if (Date.now() > deadline) throw new Error('No shop was told of anything')
    await sleep(10)
  }
}

type Waiting = { messages: number; orders: number }

/**
 * Until all has arrived and shops were told so. Amazon is asked more often than it would be; and what somebody was telling a
 * shop at the moment, nobody is at in the copy, where it would wait for minutes.
 */
async function settleAll(world: TestSystem): Promise<void> {
  const { deps, companyId } = world
  await waitUntilIdle(world)
  const deadline = Date.now() + patienceMs
  let last: Waiting | undefined
  while (Date.now() < deadline) {
    last = await readWaiting(world)
    if (last.messages + last.orders === 0) return
    await deps.db.inCompany(companyId, async (tx) => {
      await tx.execute(
        sql`update fulfillments set next_check_at = now() where next_check_at > now() and status <> 'pending'`,
      )
      await tx.execute(sql`update channel_deliveries set next_attempt_at = now() where next_attempt_at > now()`)
    })
    await sleep(500)
    await waitUntilIdle(world)
  }
  throw new Error(`Something is still waiting: ${JSON.stringify(last)}`)
}

async function readWaiting({ deps, companyId }: TestSystem): Promise<Waiting> {
  const { rows } = await deps.db.inCompany(companyId, (tx) =>
    tx.execute<Waiting>(sql`
      select (select count(*)::int from channel_deliveries where next_attempt_at is not null) as messages,
        (select count(*)::int from orders where status not in ('delivered', 'cancelled')) as orders`),
  )
  return rows[0] as Waiting
}

type Shown = {
  atFirst: Heard
  beforeReconciling: Heard
  takenTooEarly: Sold[]
  taken: Sold[]
  held: number
  lines: string[]
}

/** The copy runs among the same stand-ins: first as it is, then reconciled, and shops hand over again what it has forgotten. */
async function goOn(world: TestSystem, outside: Outside, into: string, forgotten: readonly Sold[]): Promise<Shown> {
  const atFirst = countHeard(outside)
  const postgres = await startPostgres({ dataDir: join(into, 'postgres') })
  const env = { ...testEnvironment(postgres.url('lockstep')), ...world.standIns.env }
  await migrate(env.DATABASE_URL)
  const processes = await startProcesses(env, { web: 1, workers: 1 })
  const deps = await openDeps(readConfig(env), 'job')
  try {
    const url = processes.urls[0] as string
    const takenTooEarly = await submitOrders(url, forgotten)
    await deps.workerTrigger.triggerDue(world.companyId)
    await sleep(quietMs)
    const beforeReconciling = countHeard(outside)
    const lines: string[] = []
    await reconcile(deps, (line) => lines.push(line))
    const copy = { ...world, deps, processes }
    const held = await releaseHeld(copy)
    const taken = await handOverAgain(url, forgotten)
    await settleAll(copy)
    return { atFirst, beforeReconciling, takenTooEarly, taken, held, lines }
  } finally {
    await processes.stop()
    await deps.close()
    await postgres.stop()
  }
}

/** Processes notice within seconds that they may take in again. */
async function handOverAgain(url: string, orders: readonly Sold[]): Promise<Sold[]> {
  const taken: Sold[] = []
  for (let attempt = 0; attempt < 20 && taken.length < orders.length; attempt += 1) {
    taken.push(
      ...(await submitOrders(
        url,
        orders.filter((order) => !taken.includes(order)),
      )),
    )
    if (taken.length < orders.length) await sleep(1_000)
  }
  return taken
}

/** A person has seen that none of them was cancelled. */
async function releaseHeld({ deps, companyId }: TestSystem): Promise<number> {
  const actor = { type: 'system', name: 'A person' } as const
  const ctx = companyContext(deps, { actor, origin: noOrigin }, companyId)
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ id: string }>(sql`select id from orders where held_at is not null`),
  )
  for (const { id: orderId } of rows) await releaseOrder(ctx, { orderId })
  return rows.length
}

function judge(outside: Outside, orders: readonly Sold[], shown: Shown): ScenarioResult {
  const { atFirst, beforeReconciling, takenTooEarly, taken } = shown
  const spoken = Object.entries(beforeReconciling).flatMap(([what, count]) =>
    count === atFirst[what as keyof Heard] ? [] : [`${what}: ${count} after ${atFirst[what as keyof Heard]}`],
  )
  const parcels = checkParcels(outside, orders)
  const mails = findDoubledMails(outside)
  const renamed = findRenamedMessages(outside)
  return {
    claims: [
      none('kinds of things that a copy sent before it was reconciled', spoken),
      exactly('orders that it took in before', takenTooEarly.length, 0),
      exactly('orders that it took in a second time after', taken.length, orders.length / 2),
      none(`orders twice at Amazon, of ${orders.length}`, parcels.doubled),
      none('orders that Amazon does not ship as they were sold', parcels.missing),
      none(`mails that came twice, of ${outside.standIns.smtp.state.mails.length}`, mails),
      none(`things told to shops under two names, of ${outside.site.received.length}`, renamed),
    ],
    wrong: [...spoken, ...parcels.doubled, ...parcels.missing, ...mails, ...renamed],
  }
}
