import { inEnglish, say } from '#contract/i18n.ts'
import { moveOrder, type OrderStatus } from '#contract/order-status.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { enqueueChannelMessage } from '#server/features/channels/messages/enqueue-message.ts'
import { type OrderMessage, enqueueNotifications } from '#server/features/notifications/order-notifications.ts'
import { updateRedemptions } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listAttentionOf, raiseAttention, resolveAttention } from '../attention/attention.ts'
import { openOrderCodes } from '../attention/rules.ts'
import { buildOrderMessage } from '../order-message.ts'
import { updateOrder } from '../order-queries.ts'
import { amazonActor, recordTimeline } from '../timeline.ts'
import type { ParcelChange } from './fulfillment-update.ts'
import { transitionsTo } from './next-state.ts'
import { type OrderEffects, shouldReportShipment, transitionTime, withoutKnownAttention } from './order-effects.ts'
import { recordReported } from './packages.ts'
import { findCancelReason, type Parcel, type SentOrder } from './queries.ts'

type OrderTransition = {
  order: SentOrder
  /** Deduplication key for messages to the channel, made of outside names so that it survives a restore. */
  cause: string
  targetStatus: OrderStatus
  /** Time at which it had not happened yet, if known. */
  notBefore?: Date | null
  /** Why a person cancels it at once; of one that Amazon had to cancel, it stands in the timeline. */
  reason?: string | undefined
  /** Nothing of the order goes to Amazon: the channel is not told that it does. */
  isOwnParcel?: boolean
  /** Another tool sent it, and tells channel and customer itself. */
  isQuiet?: boolean
  parcels: readonly ParcelChange[]
}

/** Moves the order to its target status, one transition at a time, each with its messages. */
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
  const isReported = !transition.isQuiet && (status === 'shipped' || status === 'delivered')
  if (isReported) await reportShipments(tx, ctx, transition)
  if (steps.includes('delivered')) await applyTransition(tx, ctx, effects, transition, status, 'delivered')
}

async function applyTransition(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  { order, cause, parcels, notBefore, reason, isOwnParcel = false, isQuiet = false }: OrderTransition,
  from: OrderStatus,
  to: OrderStatus,
): Promise<OrderStatus> {
  const status = moveOrder(from, to)
  const at = transitionTime(status, parcels, ctx.clock.now())
  await updateOrder(tx, ctx.companyId, order.id, { status, ...datesOf(status, at) })
  const { type, message } = isQuiet ? {} : (announcements[status] ?? {})
  const why = status === 'cancelled' ? (reason ?? (await findCancelReason(tx, ctx.companyId, order.id))) : null
  const isUntrue = isOwnParcel && type === 'order.sent_to_fulfillment'
  if (type && !isUntrue) await enqueueChannelMessage(tx, ctx, { orderId: order.id, type, cause, reason: why })
  if (message) {
    const about = buildOrderMessage(ctx, message, order, shippedParcels(parcels))
    await enqueueNotifications(tx, ctx, [{ ...about, happenedAt: status === 'cancelled' ? (notBefore ?? at) : at }])
  }
  if (status === 'placed') {
    effects.entries.push({ event: 'order.returned', description: say('Amazon no longer has any part of the order.') })
  }
  if (status === 'cancelled') {
    const { entries } = await updateRedemptions(tx, ctx, { cancelled: [order.id], at })
    const released = entries.map(({ event, description }) => ({ event, description }))
    effects.entries.push(...released, { event: 'order.cancelled', description: say('The order was cancelled.') })
    effects.resolved.push(...openOrderCodes)
  }
  return status
}

/**
 * Messages of each transition: `type` to the channel, `message` to the customer. Shipping is reported to the channel
 * per parcel.
 */
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

const shippedParcels = (parcels: readonly ParcelChange[]): Parcel[] =>
  parcels.map(({ after }) => after).filter(({ shippedAt }) => shippedAt)

/** Reports shipped parcels to the channel, once per tracking number. */
async function reportShipments(tx: Tx, ctx: CompanyContext, { order, cause, parcels }: OrderTransition): Promise<void> {
  const now = ctx.clock.now()
  for (const parcel of parcels.filter((change) => shouldReportShipment(change, now))) {
    const { packageNumber, trackingNumber } = parcel.after
    await reportShipment(tx, ctx, order, parcel, `${cause}:${packageNumber}:${trackingNumber ?? 'none'}`)
  }
}

/** Reports a parcel to the channel; returns whether the channel is told now. */
export async function reportShipment(
  tx: Tx,
  ctx: CompanyContext,
  order: SentOrder,
  parcel: Pick<ParcelChange, 'after' | 'items'> & { replaces?: string | undefined },
  cause: string,
): Promise<boolean> {
  const { id, carrier, trackingNumber, trackingUrl } = parcel.after
  const { replaces } = parcel
  const optional = { ...(trackingUrl && { trackingUrl }), ...(replaces && { replaces }) }
  const shipments = [{ carrier, trackingNumber, ...optional, items: shippedItems(order, parcel) }]
  const message = { orderId: order.id, type: 'order.shipped', cause, shipments } as const
  const isReported = await enqueueChannelMessage(tx, ctx, message)
  if (isReported) await recordReported(tx, ctx.companyId, id, ctx.clock.now())
  return isReported
}

const shippedItems = ({ lines }: SentOrder, { items }: Pick<ParcelChange, 'items'>) =>
  items.flatMap(({ orderItemId, quantity }) => {
    const line = lines.find(({ id }) => id === orderItemId)
    return line ? [{ sku: line.sku, externalItemId: line.externalItemId, quantity }] : []
  })

export async function writeEffects(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  effects: OrderEffects,
  by: Actor = amazonActor,
): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const known = effects.raised.length > 0 ? await listAttentionOf(tx, companyId, orderId) : []
  const unknown = withoutKnownAttention(effects, known)
  const raised = unknown.raised.map((item) => ({ orderId, ...item }))
  const resolved = await resolveAttention(
    tx,
    companyId,
    unknown.resolved.map((code) => ({ orderId, code })),
    { at, resolution: inEnglish(effects.entries.at(-1)?.description ?? 'Amazon has answered') },
  )
  await raiseAttention(tx, companyId, at, raised)
  const waitingEntries = raised.map(({ reason }) => ({
    event: 'attention.raised',
    description: say('Needs attention'),
    reason,
  }))
  const entries = [...effects.entries, ...waitingEntries].map((entry) => ({ orderId, by, at, ...entry }))
  await recordTimeline(tx, companyId, entries)
  if (entries.length > 0 || effects.isVisibleChange) await ctx.publishChange(tx, 'orders')
  if (raised.length + resolved.length > 0) await publishAttentionChange(tx, ctx)
  if (effects.hasMovedStock) await ctx.publishChange(tx, 'inventory')
}
