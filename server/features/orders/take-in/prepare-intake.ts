import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { findSellingChannels, type SellingChannel } from '../queries/intake.ts'
import { findSkusOfLines } from '../queries/skus-of-lines.ts'
import type { KnownOrderState, SnapshotEvent } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'
import { upsertAddresses } from './keep-addresses.ts'
import { upsertCustomers, type Purchase } from './keep-customers.ts'
import type { NewOrder } from './new-orders.ts'

/** Finds what a batch of orders needs: channels, SKUs, customers and addresses. */
export async function loadIntakeContext(
  tx: Tx,
  ctx: CompanyContext,
  newOrders: readonly NewOrder[],
  known: readonly KnownOrderState[],
): Promise<IntakeContext> {
  const revised = known.flatMap(({ known, telling }) =>
    telling && !known.isClosed ? [{ orderId: known.orderId, isKnown: true, snapshot: telling }] : [],
  )
  const received = [...newOrders.map(({ orderId, snapshot }) => ({ orderId, isKnown: false, snapshot })), ...revised]
  const purchases = received.map(({ orderId, isKnown, snapshot }): Purchase => ({
    orderId,
    isKnown,
    order: snapshot.order,
  }))
  const channelIds = [...newOrders.map(({ state }) => state.channelId), ...known.map(({ channelId }) => channelId)]
  const channels = await findSellingChannels(tx, ctx.companyId, [...new Set(channelIds)])
  const codes = received.flatMap(({ snapshot }) => soldCodesOf(snapshot))
  const skuOf = await findSkusOfLines(tx, ctx.companyId, codes)
  const customerOf = await upsertCustomers(tx, ctx, purchases)
  const addressOf = await upsertAddresses(tx, ctx, purchases, customerOf)
  return { ctx, now: ctx.clock.now(), channelOf: channelFinder(channels), skuOf, customerOf, addressOf }
}

const soldCodesOf = ({ channelId, order }: SnapshotEvent) =>
  order.items.map(({ externalId = null, sku }) => ({ channelId, externalId, sku }))

/** News are of channels that exist, since they came in by them. */
function channelFinder(channels: ReadonlyMap<string, SellingChannel>): IntakeContext['channelOf'] {
  return (channelId) => {
    const channel = channels.get(channelId)
    if (!channel) throw new Error('There is no such channel')
    return channel
  }
}
