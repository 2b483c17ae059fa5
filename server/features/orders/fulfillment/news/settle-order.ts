import { moveOrder } from '#contract/order-states.ts'
import type { OrderStatus } from '#contract/order-words.ts'
import { tellChannel } from '#server/features/channels/messages/tell-channel.ts'
import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import { prepareNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { followPromotions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { messageAbout } from '../../message-about.ts'
import { updateOrder } from '../../queries/order-changes.ts'
import type { Parcel } from '../../queries/parcels.ts'
import { codesOfOpenOrders, type Chapter } from './chapter.ts'
import { stepsTo } from './destination.ts'
import type { KeptParcel } from './keep-packages.ts'
import { momentOf } from './moment-of.ts'
import type { Settling } from './settling.ts'
import { tellShipped } from './tell-shipped.ts'

/** Takes the order where it belongs, one step at a time, and tells of each. */
export async function settleOrder(tx: Tx, ctx: CompanyContext, chapter: Chapter, settling: Settling): Promise<void> {
  const { order, destination } = settling
  const steps = stepsTo(order.status, destination)
  let status = order.status
  for (const step of steps.filter((step) => step !== 'delivered')) {
    status = await takeStep(tx, ctx, chapter, settling, status, step)
  }
  if (status === 'shipped' || status === 'delivered') await tellShipped(tx, ctx, settling)
  if (steps.includes('delivered')) await takeStep(tx, ctx, chapter, settling, status, 'delivered')
}

async function takeStep(
  tx: Tx,
  ctx: CompanyContext,
  chapter: Chapter,
  { order, cause, parcels, notBefore }: Settling,
  from: OrderStatus,
  to: OrderStatus,
): Promise<OrderStatus> {
  const status = moveOrder(from, to)
  const at = momentOf(status, parcels, ctx.clock.now())
  await updateOrder(tx, ctx.companyId, order.id, { status, ...datesOf(status, at) })
  const { type, message } = told[status] ?? {}
  if (type) await tellChannel(tx, ctx, { orderId: order.id, type, cause })
  if (message) {
    const about = messageAbout(ctx, message, order, leftOf(parcels))
    await prepareNotifications(tx, ctx, [{ ...about, happenedAt: status === 'cancelled' ? (notBefore ?? at) : at }])
  }
  if (status === 'placed') {
    chapter.entries.push({ event: 'order.returned', description: 'Nothing of the order is with Amazon any more.' })
  }
  if (status === 'cancelled') {
    const { entries } = await followPromotions(tx, ctx, { cancelled: [order.id], at })
    const released = entries.map(({ event, description }) => ({ event, description }))
    chapter.entries.push(...released, { event: 'order.cancelled', description: 'The order was cancelled.' })
    chapter.settled.push(...codesOfOpenOrders)
  }
  return status
}

const leftOf = (parcels: readonly KeptParcel[]): Parcel[] =>
  parcels.map(({ after }) => after).filter(({ shippedAt }) => shippedAt)

/** Who hears of which step. That it shipped, the channel hears of each parcel. */
const told: Partial<
  Record<
    OrderStatus,
    { type?: `order.${'sent_to_fulfillment' | 'delivered' | 'cancelled'}`; message?: OrderMessage['type'] }
  >
> = {
  sent_to_fulfillment: { type: 'order.sent_to_fulfillment' },
  shipped: { message: 'order_shipped' },
  delivered: { type: 'order.delivered', message: 'order_delivered' },
  cancelled: { type: 'order.cancelled', message: 'order_cancelled' },
}

function datesOf(status: OrderStatus, at: Date) {
  if (status === 'shipped') return { shippedAt: at }
  if (status === 'delivered') return { deliveredAt: at }
  return status === 'cancelled' ? { cancelledAt: at, fulfillAfter: null } : {}
}
