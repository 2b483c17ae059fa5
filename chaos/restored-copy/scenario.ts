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
import { key, withBackups, waitForRecoveryWindow } from '../backup/backup-process.ts'
import type { SoldOrder } from '../harness/orders.ts'
import { exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import {
  checkPackages,
  countReceived,
  findDoubledMails,
  findMessagesWithTwoIds,
  type ReceivedCounts,
  type ExternalSystems,
} from './messages-received.ts'
import { submitOrders, prepareSale } from './orders.ts'

/** Number of orders before the restore point and after it. */
const plans: Record<Size, { before: number; after: number }> = {
  short: { before: 8, after: 8 },
  long: { before: 300, after: 300 },
}

const settings = { track_commit_timestamp: 'on' }
/** Longer than a worker takes to find due work. */
const quietMs = 4_000
const timeoutMs = 60_000

/** Restores the database to a moment before the last orders, which Amazon, customers and shops already know; shops send them again. */
export async function runRestoredCopy({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startSystem({ settings, autoFulfills: true, web: 1, workers: 1 })
  const site = await startFakeWebsite()
  const [backups, into] = [makeScratchFolder('backups'), makeScratchFolder('restored')]
  const external = { emulators: system.emulators, site }
  try {
    await setWebhookUrl(system, site.url)
    const { before, after } = plans[size]
    const orders = await prepareSale(system, before + after, randomFrom(seed))
    const at = await sellAroundRestorePoint(system, external, backups, { orders, before })
    await system.processes.stop()
    await restore(await findBackupStores(backups, key), { to: at, into, filesOnly: false }, () => {})
    return await runOnCopy(system, external, into, orders.slice(before)).then((run) => toResult(external, orders, run))
  } finally {
    await system.close()
    await site.close()
    for (const folder of [backups, into]) rmSync(folder, { recursive: true, force: true })
  }
}

async function setWebhookUrl({ deps, companyId }: TestSystem, url: string): Promise<void> {
  await deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`update channels set config = config || jsonb_build_object('webhookUrl', ${url}::text)`),
  )
}

type Sale = { orders: readonly SoldOrder[]; before: number }

/** At the restore point some orders are pending and some are being reported; all later ones are shipped and reported. */
async function sellAroundRestorePoint(
  system: TestSystem,
  external: ExternalSystems,
  backups: string,
  { orders, before }: Sale,
): Promise<string> {
  const half = before / 2
  const url = system.processes.urls[0] as string
  return withBackups(system.postgres.url, backups, async () => {
    await waitForRecoveryWindow(backups, () => true)
    await submitOrders(url, orders.slice(0, half))
    await waitForShopMessage(external)
    await submitOrders(url, orders.slice(half, before))
    const { at } = await snapshotFigures(system.postgres.adminUrl)
    const accepted = await submitOrders(url, orders.slice(before))
    if (accepted.length < orders.length - before) throw new Error('Not all orders were accepted')
    await waitUntilDelivered(system)
    await waitForRecoveryWindow(backups, ({ to }) => to.toISOString() > at)
    return at
  })
}

async function waitForShopMessage({ site }: ExternalSystems): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (site.received.length === 0) {
    if (Date.now() > deadline) throw new Error('No shop has received a message')
    await sleep(10)
  }
}

type PendingWork = { messages: number; orders: number }

/**
 * Waits until all orders are delivered and shops are informed. Amazon is polled more often than scheduled, and leases of
 * messages that were being sent at the restore point are expired, since no process of the copy holds them.
 */
async function waitUntilDelivered(system: TestSystem): Promise<void> {
  const { deps, companyId } = system
  await waitUntilIdle(system)
  const deadline = Date.now() + timeoutMs
  let last: PendingWork | undefined
  while (Date.now() < deadline) {
    last = await countPendingWork(system)
    if (last.messages + last.orders === 0) return
    await deps.db.inCompany(companyId, async (tx) => {
      await tx.execute(
        sql`update fulfillments set next_check_at = now() where next_check_at > now() and status <> 'pending'`,
      )
      await tx.execute(sql`update channel_deliveries set next_attempt_at = now() where next_attempt_at > now()`)
    })
    await sleep(1_000)
    await waitUntilIdle(system)
  }
  throw new Error(`Work is still pending: ${JSON.stringify(last)}`)
}

async function countPendingWork({ deps, companyId }: TestSystem): Promise<PendingWork> {
  const { rows } = await deps.db.inCompany(companyId, (tx) =>
    tx.execute<PendingWork>(sql`
      select (select count(*)::int from channel_deliveries where next_attempt_at is not null) as messages,
        (select count(*)::int from orders where status not in ('delivered', 'cancelled')) as orders`),
  )
  return rows[0] as PendingWork
}

type CopyRun = {
  receivedBefore: ReceivedCounts
  beforeReconciling: ReceivedCounts
  acceptedTooEarly: SoldOrder[]
  accepted: SoldOrder[]
  held: number
  lines: string[]
}

/** Runs the copy against the same emulators: first as restored, then reconciled, and shops resend the orders it lacks. */
async function runOnCopy(
  system: TestSystem,
  external: ExternalSystems,
  into: string,
  missingOrders: readonly SoldOrder[],
): Promise<CopyRun> {
  const receivedBefore = countReceived(external)
  const postgres = await startPostgres({ dataDir: join(into, 'postgres') })
  const env = { ...testEnvironment(postgres.url('lockstep')), ...system.emulators.env }
  await migrate(env.DATABASE_URL)
  const processes = await startProcesses(env, { web: 1, workers: 1 })
  const deps = await openDeps(readConfig(env), 'job')
  try {
    const url = processes.urls[0] as string
    const acceptedTooEarly = await submitOrders(url, missingOrders)
    await deps.workerTrigger.triggerDue(system.companyId)
    await sleep(quietMs)
    const beforeReconciling = countReceived(external)
    const lines: string[] = []
    await reconcile(deps, (line) => lines.push(line))
    const copy = { ...system, deps, processes }
    const held = await releaseHeld(copy)
    const accepted = await resubmitOrders(url, missingOrders)
    await waitUntilDelivered(copy)
    return { receivedBefore, beforeReconciling, acceptedTooEarly, accepted, held, lines }
  } finally {
    await processes.stop()
    await deps.close()
    await postgres.stop()
  }
}

/** Retries, since processes notice only after some seconds that intake is allowed again. */
async function resubmitOrders(url: string, orders: readonly SoldOrder[]): Promise<SoldOrder[]> {
  const accepted: SoldOrder[] = []
  for (let attempt = 0; attempt < 20 && accepted.length < orders.length; attempt += 1) {
    accepted.push(
      ...(await submitOrders(
        url,
        orders.filter((order) => !accepted.includes(order)),
      )),
    )
    if (accepted.length < orders.length) await sleep(1_000)
  }
  return accepted
}

/** Releases the held orders, as a person does who has checked that none was cancelled. */
async function releaseHeld({ deps, companyId }: TestSystem): Promise<number> {
  const actor = { type: 'system', name: 'A person' } as const
  const ctx = companyContext(deps, { actor, origin: noOrigin }, companyId)
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ id: string }>(sql`select id from orders where held_at is not null`),
  )
  for (const { id: orderId } of rows) await releaseOrder(ctx, { orderId })
  return rows.length
}

function toResult(external: ExternalSystems, orders: readonly SoldOrder[], run: CopyRun): ScenarioResult {
  const { receivedBefore, beforeReconciling, acceptedTooEarly, accepted } = run
  const sentEarly = Object.entries(beforeReconciling).flatMap(([what, count]) =>
    count === receivedBefore[what as keyof ReceivedCounts]
      ? []
      : [`${what}: ${count} after ${receivedBefore[what as keyof ReceivedCounts]}`],
  )
  const packages = checkPackages(external, orders)
  const mails = findDoubledMails(external)
  const withTwoIds = findMessagesWithTwoIds(external)
  return {
    claims: [
      none('kinds of messages that the copy sent before it was reconciled', sentEarly),
      exactly('orders that it accepted before', acceptedTooEarly.length, 0),
      exactly('orders that it accepted again after', accepted.length, orders.length / 2),
      none(`orders twice at Amazon, of ${orders.length}`, packages.doubled),
      none('orders that Amazon does not ship as they were sold', packages.missing),
      none(`mails that came twice, of ${external.emulators.smtp.state.mails.length}`, mails),
      none(`messages to shops under two ids, of ${external.site.received.length}`, withTwoIds),
    ],
    wrong: [...sentEarly, ...packages.doubled, ...packages.missing, ...mails, ...withTwoIds],
  }
}
