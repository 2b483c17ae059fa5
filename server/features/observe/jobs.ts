/*
 * Job `observe.compare`: compares what Lockstep would have done with what happened. Amazon's fulfillment orders of other tools are read and
 * adopted by their orders (`orders/fulfillment/observe-orders.ts`); quantities of shops are those of the last reading of their items.
 */

import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { isLive } from '#contract/order-status.ts'
import { listActiveAccounts } from '#server/features/marketplace/account-queries.ts'
import { getConnectedAccountOrThrow } from '#server/features/marketplace/amazon-access.ts'
import { adoptFulfillment } from '#server/features/orders/fulfillment/observe-orders.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import { findObservingSince } from '#server/platform/observe-mode.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { compareOrder, namesOf } from './compare-order.ts'
import {
  addActualShipment,
  findOrderNamed,
  getObservedUntil,
  insertUndecided,
  compareStock,
  listOrdersToCompare,
  listUnknownIds,
  recordUnknownShipment,
  setObservedUntil,
  setVerdicts,
} from './queries.ts'

type CompareCounts = { read: number; compared: number }

export async function compareWithReality(ctx: CompanyContext): Promise<CompareCounts> {
  const { companyId, clock } = ctx
  const since = await ctx.transaction(async (tx) => {
    const since = await findObservingSince(tx, companyId)
    if (since) await insertUndecided(tx, companyId, since, clock.now())
    return since
  })
  if (!since) return { read: 0, compared: 0 }
  const read = await readShipments(ctx, since)
  const compared = await ctx.transaction(async (tx) => {
    const now = clock.now()
    const verdicts = (await listOrdersToCompare(tx, companyId, now)).flatMap(({ id, verdict: before, ...order }) => {
      const verdict = compareOrder(order, now)
      return verdict === before ? [] : [{ id, verdict }]
    })
    await setVerdicts(tx, companyId, verdicts)
    return verdicts.length + (await compareStock(tx, companyId))
  })
  if (read + compared > 0) await ctx.transaction((tx) => ctx.notifyBrowsers(tx, 'orders'))
  return { read, compared }
}

/** Reads what other tools have sent to Amazon since the last reading. An account that can't be read now is read the next time. */
async function readShipments(ctx: CompanyContext, since: Date): Promise<number> {
  const { fulfillment: service } = ctx.ports
  if (!service) return 0
  let read = 0
  for (const { id } of await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))) {
    try {
      read += await readAccount(ctx, service, { account: await getConnectedAccountOrThrow(ctx, id), since })
    } catch (error) {
      if (!isReadFailure(error)) throw error
      ctx.log.warn(
        { accountId: id, problem: error.message },
        'observe: an Amazon account could not be read; tried again in 5 minutes',
      )
    }
  }
  return read
}

const isReadFailure = (error: unknown): error is Error =>
  error instanceof Unavailable ||
  error instanceof Rejected ||
  error instanceof Unauthorized ||
  error instanceof AppError

/** Amazon's list of changes may lag, so each reading overlaps the one before. */
const overlapMilliseconds = 15 * 60_000

/** The rest is read the next time: the same list is read again, and what is known is skipped. */
const mostReads = 300

const mostPages = 50

type AccountReading = { account: MarketplaceAccount; since: Date }

async function readAccount(
  ctx: CompanyContext,
  service: FulfillmentService,
  { account, since }: AccountReading,
): Promise<number> {
  const startedAt = ctx.clock.now()
  const until = await ctx.transaction((tx) => getObservedUntil(tx, ctx.companyId, account.id))
  const from = new Date(Math.max(since.getTime(), (until ?? since).getTime() - overlapMilliseconds))
  let read = 0
  for (const marketplaceId of account.marketplaceIds) {
    let page: string | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      const { externalIds, next } = await service.listChanged(account, {
        marketplaceId,
        since: from,
        ...(page && { page }),
      })
      for (const externalId of await ctx.transaction((tx) => listUnknownIds(tx, ctx, externalIds))) {
        if (read >= mostReads) return read
        const snapshot = await service.read(account, { marketplaceId, externalId })
        read += 1
        if (snapshot && isOfInterest(snapshot, since))
          await takeShipment(ctx, { account, marketplaceId, externalId, snapshot })
      }
      if (next === null) break
      page = next
    }
  }
  await ctx.transaction((tx) => setObservedUntil(tx, ctx.companyId, account.id, startedAt))
  return read
}

/** What was sent before cannot be compared, and what was cancelled was not sent. */
const isOfInterest = ({ status, receivedAt }: FulfillmentSnapshot, since: Date): boolean =>
  (status === null || isLive(status)) && receivedAt >= since

type Shipment = {
  account: MarketplaceAccount
  marketplaceId: string
  externalId: string
  snapshot: FulfillmentSnapshot
}

async function takeShipment(
  ctx: CompanyContext,
  { account, marketplaceId, externalId, snapshot }: Shipment,
): Promise<void> {
  const { companyId } = ctx
  const skus = snapshot.lines.map(({ sku }) => sku)
  const names = namesOf(snapshot.orderNumber, externalId)
  const orderId = await ctx.transaction((tx) => findOrderNamed(tx, companyId, names, skus))
  const units = snapshot.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const sent = { externalId, sentAt: snapshot.receivedAt, speed: snapshot.speed, units }
  if (orderId === null) {
    await ctx.transaction((tx) => recordUnknownShipment(tx, ctx, { ...sent, label: snapshot.orderNumber }))
    return
  }
  await adoptFulfillment(ctx, { orderId, integrationId: account.id, marketplaceId, externalId, snapshot })
  await ctx.transaction((tx) => addActualShipment(tx, ctx, orderId, sent))
}

/** Job `observe.start-due`. */
async function startDue(ctx: PlatformContext): Promise<{ started: number }> {
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ companyId: string }>(sql`
      select s.company_id as "companyId" from company_settings s join companies c on c.id = s.company_id
      where s.observing_since is not null and c.is_active order by s.company_id`),
  )
  for (const { companyId } of rows) {
    await ctx.transaction((tx) => ctx.enqueueFor(companyId)(tx, 'observe.compare', {}), companyId)
  }
  return { started: rows.length }
}

export const observeJobs = { 'observe.start-due': startDue, 'observe.compare': compareWithReality }
