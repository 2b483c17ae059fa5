import { asMessage, type Message, say } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelAdapter, ChannelConnection, FetchedOrder } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { ChannelConfig, isShop, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { storeDelivery } from '../inbox/store-delivery.ts'

/*
 * The last look at a connected shop before its order is sent. A webhook about a hold or a cancellation may be lost, and the next poll comes
 * minutes later; after an outage of ours everything is due at once, before any poll.
 */

/** An order waits so long for a shop that does not answer; then it is sent as the shop last told it. */
const longestWaitMinutes = 60

/** An order of a channel; `channelId` is null where the channel was deleted. */
export type OrderToAsk = { channelId: string | null; externalOrderId: string }

/** Units of a line by the channel's id of it. */
type LineUnits = { externalItemId: string | null; quantity: number }

/**
 * `restoredAt`: a person has restored the order after the shop cancelled it. `since`: from when on it waits to be sent. `lines`: all that is
 * to be sent, where nothing of the order was sent before.
 */
type Sending = OrderToAsk & { restoredAt: Date | null; since: Date; lines: readonly LineUnits[] | null }

/** Why the order must not be sent by what its shop says now; null when it may, or when there is nobody to ask. */
export async function findShopObjection(ctx: CompanyContext, sending: Sending): Promise<Message | null> {
  const { externalOrderId, restoredAt, since, lines } = sending
  const asked = await ctx.transaction((tx) => openAskedShop(tx, ctx, sending))
  if (!asked) return null
  const { connection, fetchOrder } = asked
  const about = { name: connection.name, isRestored: restoredAt !== null, lines }
  try {
    return objectionIn(await fetchOrder(connection, externalOrderId), about)
  } catch (error) {
    if (error instanceof Unauthorized) {
      await ctx.transaction((tx) => recordAccess(tx, ctx, connection.channelId, error.message))
    } else if (!(error instanceof Unavailable || error instanceof Rejected)) throw error
    const waited = ctx.clock.now().getTime() - since.getTime()
    if (error instanceof Unavailable && waited < longestWaitMinutes * 60_000) throw error
    return null
  }
}

/** Has the order read and taken in like a delivery that names it, so that it is shown here as the shop has it. */
export async function enqueueReading(tx: Tx, ctx: CompanyContext, order: OrderToAsk): Promise<void> {
  const asked = await openAskedShop(tx, ctx, order)
  if (!asked) return
  const { externalOrderId } = order
  const { channelId } = asked.connection
  const deliveryId = `before sending ${externalOrderId} ${ctx.clock.now().toISOString()}`
  const content = asked.nameOrder(externalOrderId)
  await storeDelivery(tx, ctx, { channelId, source: 'poll', deliveryId, signature: null, content })
  ctx.triggerWorker(tx, 'orders.take-in')
}

type AskedShop = Required<Pick<ChannelAdapter, 'fetchOrder' | 'nameOrder'>> & { connection: ChannelConnection }

async function openAskedShop(tx: Tx, ctx: CompanyContext, { channelId }: OrderToAsk): Promise<AskedShop | null> {
  if (channelId === null) return null
  const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
  const kind = toChannelKind(channel)
  if (!kind || !isShop(channel.type) || channel.credentials === null || channel.accessError !== null) return null
  const { fetchOrder, nameOrder } = ctx.ports.channels[kind]
  if (!fetchOrder || !nameOrder || !ChannelConfig.parse(channel.config).takesOrders) return null
  return { connection: await openConnection(tx, ctx, channelId), fetchOrder, nameOrder }
}

type Asked = { name: string; isRestored: boolean; lines: Sending['lines'] }

/** What the shop shipped itself is left to the people who asked for it to be sent nevertheless. */
function objectionIn(found: FetchedOrder, { name, isRestored, lines }: Asked): Message | null {
  switch (found.kind) {
    case 'order':
      return (
        holdIn(found.event.order) ??
        (wantsFewer(found.event.order, lines)
          ? say('{channel} changed the order: fewer units to ship.', { channel: name })
          : null)
      )
    case 'held':
      return asMessage(found.hold.reason)
    case 'cancelled':
      return isRestored ? null : say('{channel} cancelled the order.', { channel: name })
    case 'shipped':
    case 'nothing':
      return null
  }
}

const holdIn = ({ hold }: OrderData): Message | null => (hold ? asMessage(hold.reason) : null)

/** A refund or a removed line of which no webhook has told. */
function wantsFewer({ items }: OrderData, lines: Sending['lines']): boolean {
  const wanted = new Map(items.map(({ externalItemId, quantity }) => [externalItemId ?? null, quantity]))
  return (lines ?? []).some(
    ({ externalItemId, quantity }) => externalItemId && (wanted.get(externalItemId) ?? 0) < quantity,
  )
}
