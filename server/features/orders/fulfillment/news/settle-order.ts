import { moveOrder, type OrderStatus } from '#contract/order-status.ts'
import { enqueueChannelMessage } from '#server/features/channels/messages/tell-channel.ts'
import type { OrderMessage } from '#server/features/notifications/order-message.ts'
import { enqueueNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { updateRedemptions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { buildOrderMessage } from '../../message-about.ts'
import { updateOrder } from '../../queries/order-changes.ts'
import type { Parcel } from '../../queries/parcels.ts'
import { openOrderCodes, type OrderEffects } from './chapter.ts'
import { transitionsTo } from './destination.ts'
import type { ParcelChange } from './keep-packages.ts'
import { transitionTime } from './moment-of.ts'
import type { OrderTransition } from './settling.ts'
import { reportShipments } from './tell-shipped.ts'

/** Takes the order where it belongs, one step at a time, and tells of each. */
export async function transitionOrder(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  transition: OrderTransition,
): Promise<void> {
  const { order, targetStatus } = transition
  const steps = transitionsTo(order.status, targetStatus)
  let status = order.status
  for (const step of steps.filter((step) => step !== 'delivered')) {
    status = await applyTransition(tx, ctx, effects, transition, status, step)
  }
  if (status === 'shipped' || status === 'delivered') await reportShipments(tx, ctx, transition)
  if (steps.includes('delivered')) await applyTransition(tx, ctx, effects, transition, status, 'delivered')
}

async function applyTransition(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  { order, cause, parcels, notBefore }: OrderTransition,
  from: OrderStatus,
  to: OrderStatus,
): Promise<OrderStatus> {
  const status = moveOrder(from, to)
  const at = transitionTime(status, parcels, ctx.clock.now())
  await updateOrder(tx, ctx.companyId, order.id, { status, ...datesOf(status, at) })
  const { type, message } = announcements[status] ?? {}
  if (type) await enqueueChannelMessage(tx, ctx, { orderId: order.id, type, cause })
  if (message) {
    const about = buildOrderMessage(ctx, message, order, shippedParcels(parcels))
    await enqueueNotifications(tx, ctx, [{ ...about, happenedAt: status === 'cancelled' ? (notBefore ?? at) : at }])
  }
  if (status === 'placed') {
    effects.entries.push({ event: 'order.returned', description: 'Nothing of the order is with Amazon any more.' })
  }
  if (status === 'cancelled') {
    const { entries } = await updateRedemptions(tx, ctx, { cancelled: [order.id], at })
    const released = entries.map(({ event, description }) => ({ event, description }))
    effects.entries.push(...released, { event: 'order.cancelled', description: 'The order was cancelled.' })
    effects.settled.push(...openOrderCodes)
  }
  return status
}

const shippedParcels = (parcels: readonly ParcelChange[]): Parcel[] =>
  parcels.map(({ after }) => after).filter(({ shippedAt }) => shippedAt)

/** Who hears of which step. That it shipped, the channel hears of each parcel. */
const announcements: Partial<
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
