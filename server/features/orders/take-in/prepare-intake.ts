import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readSellingChannels, type SellingChannel } from '../queries/intake.ts'
import { findSkusOfLines } from '../queries/skus-of-lines.ts'
import type { KnownStory, Telling } from './fold-news.ts'
import type { Intake } from './intake-context.ts'
import { keepAddresses } from './keep-addresses.ts'
import { keepCustomers, type Bought } from './keep-customers.ts'
import type { NewOrder } from './new-orders.ts'

/** Finds what a batch of orders needs: channels, SKUs, customers and addresses. */
export async function prepareIntake(
  tx: Tx,
  ctx: CompanyContext,
  fresh: readonly NewOrder[],
  known: readonly KnownStory[],
): Promise<Intake> {
  const followed = known.flatMap(({ known, telling }) =>
    telling && !known.isClosed ? [{ orderId: known.orderId, isKnown: true, telling }] : [],
  )
  const told = [...fresh.map(({ orderId, telling }) => ({ orderId, isKnown: false, telling })), ...followed]
  const bought = told.map(({ orderId, isKnown, telling }): Bought => ({ orderId, isKnown, order: telling.order }))
  const channelIds = [...fresh.map(({ story }) => story.channelId), ...known.map(({ channelId }) => channelId)]
  const channels = await readSellingChannels(tx, ctx.companyId, [...new Set(channelIds)])
  const codes = told.flatMap(({ telling }) => codesOf(telling))
  const skuOf = await findSkusOfLines(tx, ctx.companyId, codes)
  const customerOf = await keepCustomers(tx, ctx, bought)
  const addressOf = await keepAddresses(tx, ctx, bought, customerOf)
  return { ctx, now: ctx.clock.now(), channelOf: finderIn(channels), skuOf, customerOf, addressOf }
}

const codesOf = ({ channelId, order }: Telling) =>
  order.items.map(({ externalId = null, sku }) => ({ channelId, externalId, sku }))

/** News are of channels that exist, since they came in by them. */
function finderIn(channels: ReadonlyMap<string, SellingChannel>): Intake['channelOf'] {
  return (channelId) => {
    const channel = channels.get(channelId)
    if (!channel) throw new Error('There is no such channel')
    return channel
  }
}
