import { AppError } from '#contract/errors.ts'
import { getConnectedAccountOrThrow } from '#server/features/marketplace/account.ts'
import { listActiveAccounts } from '#server/features/marketplace/sync/queries/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { hold } from '../actions/hold-order.ts'
import { sellerFulfillmentOrderId } from '../fulfillment/name-at-amazon.ts'
import { applyUpdate } from '../fulfillment/news/learn.ts'
import { localUpdate } from '../fulfillment/news/word.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import { listPendingAttempts, listUnsentOrders } from '../queries/orders-at-restore.ts'
import { lockAttempt } from '../queries/sent-order.ts'

export type ReconcileCounts = { known: number; held: number }

/**
 * On a database that was brought back: orders that wait to be sent may be with Amazon already, or cancelled since. What Amazon
 * has is gone on with; what it has not waits for a person.
 */
export async function reconcileUnsent(ctx: CompanyContext, reason: string): Promise<ReconcileCounts> {
  const { fulfillment: service } = ctx.ports
  const accounts = await connectAccounts(ctx)
  const existsAtAmazon: AmazonLookup = async (name) => service !== null && existsInAccounts(service, accounts, name)
  const counts: ReconcileCounts = { known: await reconcilePending(ctx, existsAtAmazon), held: 0 }
  for (const order of await ctx.transaction((tx) => listUnsentOrders(tx, ctx.companyId))) {
    const { orderId } = order
    const isKnown = await existsAtAmazon(sellerFulfillmentOrderId(order, order.attempts + 1))
    await ctx.transaction((tx) => (isKnown ? resumeSubmission(tx, ctx, orderId) : hold(tx, ctx, { orderId, reason })))
    counts[isKnown ? 'known' : 'held'] += 1
  }
  return counts
}

type AmazonLookup = (name: string) => Promise<boolean>

/** Gives up what Amazon was not told of, and what is sent anew because of that. Answers how many Amazon has. */
async function reconcilePending(ctx: CompanyContext, existsAtAmazon: AmazonLookup): Promise<number> {
  const known = new Set<string>()
  for (;;) {
    const pending = await ctx.transaction((tx) => listPendingAttempts(tx, ctx.companyId))
    const unchecked = pending.filter(({ id }) => !known.has(id))
    if (unchecked.length === 0) return known.size
    for (const { id, name } of unchecked) {
      if (await existsAtAmazon(name)) known.add(id)
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

/** An account that Amazon no longer lets us into tells nothing; whatever else goes wrong is for the next try. */
function ignoreUnauthorized(error: unknown): null {
  if (error instanceof Unauthorized) return null
  throw error
}

/** It is told Amazon under the name it has there, and so found again. */
async function resumeSubmission(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  try {
    await requestFulfillment(tx, ctx, { orderId, insists: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await hold(tx, ctx, { orderId, reason: `Amazon has this order, and yet: ${error.message}` })
  }
}
