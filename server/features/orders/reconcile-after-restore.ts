import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { fulfillmentStatuses, isLive } from '#contract/order-status.ts'
import { getConnectedAccountOrThrow } from '#server/features/marketplace/amazon-access.ts'
import { listActiveAccounts } from '#server/features/marketplace/account-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { hold } from './actions/actions.ts'
import { sellerFulfillmentOrderId } from './fulfillment/amazon-order-id.ts'
import { applyUpdate } from './fulfillment/apply-update.ts'
import { localUpdate } from './fulfillment/fulfillment-update.ts'
import { lockAttempt } from './fulfillment/queries.ts'
import { requestFulfillment } from './fulfillment/request-fulfillment.ts'

type RestoreWindow = { restoredTo: Date; foundAt: Date }

/** Reconciles orders with Amazon after a restore, before intake and submission start again. */
export async function reconcileAfterRestore(
  ctx: CompanyContext,
  { restoredTo, foundAt }: RestoreWindow,
): Promise<ReconcileCounts> {
  const { companyId } = ctx
  await ctx.transaction((tx) => skipOrderNumbers(tx, { companyId, from: restoredTo, to: foundAt }))
  const restoredMoment = `${restoredTo.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return reconcileUnsent(
    ctx,
    `It was waiting to be sent at ${restoredMoment}, the time to which the database was restored. Check whether it has been cancelled since. If not, release it.`,
  )
}

type ReconcileCounts = { known: number; held: number }

/**
 * Unsent orders of a restored database may have been submitted or cancelled since the backup. Those that Amazon has are
 * resumed; the others are put on hold for a person.
 */
async function reconcileUnsent(ctx: CompanyContext, reason: string): Promise<ReconcileCounts> {
  const { fulfillment: service } = ctx.ports
  const accounts = await connectAccounts(ctx)
  const existsAtAmazon: AmazonLookup = async (externalId) =>
    service !== null && existsInAccounts(service, accounts, externalId)
  const counts: ReconcileCounts = { known: await reconcilePending(ctx, existsAtAmazon), held: 0 }
  for (const order of await ctx.transaction((tx) => listUnsentOrders(tx, ctx.companyId))) {
    const { orderId } = order
    const isKnown = await existsAtAmazon(sellerFulfillmentOrderId(order, order.attempts + 1))
    await ctx.transaction((tx) => (isKnown ? resumeSubmission(tx, ctx, orderId) : hold(tx, ctx, { orderId, reason })))
    counts[isKnown ? 'known' : 'held'] += 1
  }
  return counts
}

type AmazonLookup = (externalId: string) => Promise<boolean>

/**
 * Ends pending attempts that Amazon does not have, including resends that this triggers. Returns how many Amazon has.
 */
async function reconcilePending(ctx: CompanyContext, existsAtAmazon: AmazonLookup): Promise<number> {
  const known = new Set<string>()
  for (;;) {
    const pending = await ctx.transaction((tx) => listPendingAttempts(tx, ctx.companyId))
    const unchecked = pending.filter(({ id }) => !known.has(id))
    if (unchecked.length === 0) return known.size
    for (const { id, externalId } of unchecked) {
      if (await existsAtAmazon(externalId)) known.add(id)
      else await ctx.transaction((tx) => cancelUnsent(tx, ctx, id))
    }
  }
}

async function cancelUnsent(tx: Tx, ctx: CompanyContext, fulfillmentId: string): Promise<void> {
  const subject = await lockAttempt(tx, ctx.companyId, fulfillmentId)
  await applyUpdate(tx, ctx, subject, localUpdate(ctx.actor, 'cancelled', ctx.clock.now()))
}

async function connectAccounts(ctx: CompanyContext): Promise<MarketplaceAccount[]> {
  const active = await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))
  return Promise.all(active.map(({ id }) => getConnectedAccountOrThrow(ctx, id)))
}

async function existsInAccounts(
  service: FulfillmentService,
  accounts: readonly MarketplaceAccount[],
  externalId: string,
): Promise<boolean> {
  for (const account of accounts) {
    const [marketplaceId] = account.marketplaceIds
    if (marketplaceId === undefined) continue
    const snapshot = await service.read(account, { marketplaceId, externalId }).catch(ignoreUnauthorized)
    if (snapshot) return true
  }
  return false
}

/** A refused account counts as empty; other errors fail this run. */
function ignoreUnauthorized(error: unknown): null {
  if (error instanceof Unauthorized) return null
  throw error
}

/** Requests the fulfillment again under the same id, by which Amazon's order is found. */
async function resumeSubmission(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  try {
    await requestFulfillment(tx, ctx, { orderId, insists: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await hold(tx, ctx, { orderId, reason: `Amazon has this order, but: ${error.message}` })
  }
}

/** An attempt that Amazon has not confirmed. */
type PendingAttempt = { id: string; externalId: string }

async function listPendingAttempts(tx: Tx, companyId: string): Promise<PendingAttempt[]> {
  const { rows } = await tx.execute<PendingAttempt>(sql`
    select id, external_fulfillment_id as "externalId" from fulfillments
    where company_id = ${companyId} and status = 'pending' and external_fulfillment_id is not null
    order by created_at, id`)
  return rows
}

/** An order without a live attempt. */
type UnsentOrder = {
  orderId: string
  channelId: string | null
  externalOrderId: string
  /** Number of failed attempts. */
  attempts: number
}

/** Without orders that are on hold already. */
async function listUnsentOrders(tx: Tx, companyId: string): Promise<UnsentOrder[]> {
  const { rows } = await tx.execute<UnsentOrder>(sql`
    select o.id as "orderId", o.channel_id as "channelId", o.external_order_id as "externalOrderId",
      coalesce(max(f.attempt), 0) as attempts
    from orders o left join fulfillments f on f.company_id = o.company_id and f.order_id = o.id
    where o.company_id = ${companyId} and o.status in ('placed', 'acknowledged') and o.held_at is null
    group by o.company_id, o.id
    having not coalesce(bool_or(f.status = any(${sql.param(liveStatuses)}::text[])), false)
    order by o.placed_at, o.id`)
  return rows
}

const liveStatuses = fulfillmentStatuses.filter(isLive)

type LostPeriod = { companyId: string; from: Date; to: Date }

/**
 * Skips order numbers that may have been given out since `from`: twice as many as in an equally long time before, plus
 * 1,000.
 */
async function skipOrderNumbers(tx: Tx, { companyId, from, to }: LostPeriod): Promise<void> {
  const before = new Date(2 * from.getTime() - to.getTime())
  await tx.execute(sql`
    update order_numbers set last = last + 1000 + 2 * (
      select count(*) from orders
      where company_id = ${companyId} and created_at >= ${before.toISOString()}::timestamptz
        and created_at <= ${from.toISOString()}::timestamptz
    )
    where company_id = ${companyId}`)
}
