import { AppError } from '#contract/errors.ts'
import { openAccount } from '#server/features/marketplace/account.ts'
import { listActiveAccounts } from '#server/features/marketplace/sync/queries/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { hold } from '../actions/hold-order.ts'
import { nameAtAmazon } from '../fulfillment/name-at-amazon.ts'
import { learn } from '../fulfillment/news/learn.ts'
import { ownWord } from '../fulfillment/news/word.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import { listUnsentOrders, type UnsentOrder } from '../queries/orders-at-restore.ts'
import { lockAttempt } from '../queries/sent-order.ts'

export type Settled = { known: number; held: number }

/**
 * On a database that was brought back: orders that wait to be sent may be with Amazon already, or cancelled since. What Amazon
 * has is gone on with; what it has not waits for a person.
 */
export async function settleUnsent(ctx: CompanyContext, reason: string): Promise<Settled> {
  const tally: Settled = { known: 0, held: 0 }
  const { fulfillment: service } = ctx.ports
  const orders = await ctx.transaction((tx) => listUnsentOrders(tx, ctx.companyId))
  const accounts = orders.length > 0 ? await openAccounts(ctx) : []
  for (const order of orders) {
    const isKnown = service !== null && (await isAtAmazon(service, accounts, order))
    await (isKnown ? goOn(ctx, order) : keepBack(ctx, order, reason))
    tally[isKnown ? 'known' : 'held'] += 1
  }
  return tally
}

async function openAccounts(ctx: CompanyContext): Promise<MarketplaceAccount[]> {
  const active = await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))
  return Promise.all(active.map(({ id }) => openAccount(ctx, id)))
}

async function isAtAmazon(
  service: FulfillmentService,
  accounts: readonly MarketplaceAccount[],
  order: UnsentOrder,
): Promise<boolean> {
  const externalId = order.pendingName ?? nameAtAmazon(order, order.attempts + 1)
  for (const account of accounts) {
    const [marketplaceId] = account.marketplaceIds
    if (marketplaceId === undefined) continue
    const news = await service.read(account, { marketplaceId, externalId }).catch(nothingFromStrangers)
    if (news) return true
  }
  return false
}

/** An account that Amazon no longer lets us into tells nothing; whatever else goes wrong is for the next try. */
function nothingFromStrangers(error: unknown): null {
  if (error instanceof Unauthorized) return null
  throw error
}

/** It is told Amazon under the name it has there, and so found again. */
async function goOn(ctx: CompanyContext, { orderId, pendingId }: UnsentOrder): Promise<void> {
  if (pendingId !== null) return
  await ctx.transaction(async (tx) => {
    try {
      await requestFulfillment(tx, ctx, { orderId, insists: true })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await hold(tx, ctx, { orderId, reason: `Amazon has this order, and yet: ${error.message}` })
    }
  })
}

async function keepBack(ctx: CompanyContext, { orderId, pendingId }: UnsentOrder, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (pendingId !== null) {
      const subject = await lockAttempt(tx, ctx.companyId, pendingId)
      await learn(tx, ctx, subject, ownWord(ctx.actor, 'cancelled', ctx.clock.now()))
    }
    await hold(tx, ctx, { orderId, reason })
  })
}
