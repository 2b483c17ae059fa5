/*
 * Orders of a company that observes. A due order is planned as usual, with Amazon's fee, and recorded instead of sent; it leaves automatic
 * fulfillment for good, so that nothing of it is sent when the company goes live. A fulfillment that another tool has sent becomes an attempt of
 * its order, and is followed like one of ours: stock and status are right, and the order can't be sent a second time.
 */

import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { newId } from '#server/platform/ids.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { lockOrders, updateOrder } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { previewOrder } from './preview-order.ts'
import { lastAttemptNumber, listLinesToSend } from './queries.ts'
import { recordAmazonStatus } from './record-outcome.ts'
import { assertShippable, prepareShipment } from './request-fulfillment.ts'

/** Plans the shipment of a due order and records it. Throws `SendingRefused` where sending it would. */
export async function observeShipment(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const { companyId } = ctx
  const { order, lines } = await prepareShipment(tx, ctx, { orderId })
  await assertShippable(tx, { companyId, orderId, lines })
  const { shippingSpeed: speed, orderNumber: label, channelId } = order
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const planned = { at: ctx.clock.now().toISOString(), speed, units }
  await updateOrder(tx, companyId, orderId, { fulfillAfter: null })
  const observation = { kind: 'order', subject: orderId, label, orderId, channelId, planned } as const
  await recordObservations(tx, ctx, [observation])
  const description = say(
    'Observe mode: it would have been sent to Amazon at {speed, select, standard {standard} expedited {expedited} other {priority}} speed.',
    { speed },
  )
  const entry = { orderId, event: 'order.observed', description, by: ctx.actor, at: ctx.clock.now() }
  await recordTimeline(tx, companyId, [entry])
  await ctx.publishChange(tx, 'orders')
}

/** Adds Amazon's fee to a planned shipment. One that Amazon would refuse would have been kept, for that reason. */
export async function quoteObservedShipment(ctx: CompanyContext, orderId: string): Promise<void> {
  const quoted = await previewOrder(ctx, { orderId }).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (quoted instanceof AppError && quoted.code !== 'conflict') return
  await ctx.transaction(async (tx) => {
    const key = sql`company_id = ${ctx.companyId} and kind = 'order' and subject = ${orderId}`
    const { rows } = await tx.execute<{ speed: ShippingSpeed }>(
      sql`select planned ->> 'speed' as speed from observations where ${key} for no key update`,
    )
    const [planned] = rows
    if (!planned) return
    const offer =
      quoted instanceof AppError ? null : quoted.find(({ shippingSpeed }) => shippingSpeed === planned.speed)
    const refusal =
      quoted instanceof AppError ? quoted.message : (offer?.isFulfillable ?? true) ? null : offer?.problems.join(' ')
    const fee = JSON.stringify(offer?.fee ? { fee: offer.fee.amount, currency: offer.fee.currency } : {})
    await tx.execute(sql`
      update observations set planned = planned || ${fee}::jsonb, reason = ${refusal ?? null}::text,
        decision = ${refusal == null ? 'send' : 'keep'}
      where ${key}`)
  })
}

export type ForeignFulfillment = {
  orderId: string
  integrationId: string
  marketplaceId: string
  externalId: string
  snapshot: FulfillmentSnapshot
}

/** Makes another tool's fulfillment an attempt of the order. Returns false when the order has ended, or nothing of it was left to send. */
export async function adoptFulfillment(ctx: CompanyContext, foreign: ForeignFulfillment): Promise<boolean> {
  const { companyId, clock, actor: by } = ctx
  const { orderId, snapshot, externalId } = foreign
  return ctx.transaction(async (tx) => {
    await lockOrders(tx, companyId, [orderId])
    const order = await findOpenOrder(tx, companyId, foreign)
    if (!order) return false
    const lines = await linesSentBy(tx, companyId, foreign)
    if (lines.length === 0) return false
    if (order.planned.at !== null)
      await recordObservations(tx, ctx, [{ kind: 'order', subject: orderId, orderId, ...order }])
    await updateOrder(tx, companyId, orderId, { fulfillAfter: null })
    const fulfillmentId = await insertForeignAttempt(tx, companyId, foreign, lines)
    const description = say('Sent to Amazon by another tool ({fulfillmentId})', { fulfillmentId: externalId })
    const entry = { orderId, event: 'fulfillment.adopted', description, by, at: clock.now() }
    await recordTimeline(tx, companyId, [entry])
    await recordAmazonStatus(tx, ctx, fulfillmentId, snapshot)
    await ctx.publishChange(tx, 'orders')
    return true
  })
}

type OpenOrder = {
  label: string
  channelId: string | null
  /** When automatic fulfillment would send it, all of it; `at` is null when it would not. */
  planned: { at: string | null; speed: ShippingSpeed; units: number }
}

/** Null when the order has ended or is at Amazon already, or the fulfillment is known. */
async function findOpenOrder(tx: Tx, companyId: string, foreign: ForeignFulfillment): Promise<OpenOrder | null> {
  const { orderId, externalId } = foreign
  const { rows } = await tx.execute<
    { label: string; channelId: string | null; at: string | null } & OpenOrder['planned']
  >(sql`
    select o.order_number as label, o.channel_id as "channelId", o.fulfill_after as at, o.shipping_speed as speed,
      (select coalesce(sum(i.quantity), 0)::int from order_items i
        where i.company_id = o.company_id and i.order_id = o.id) as units
    from orders o
    where o.company_id = ${companyId} and o.id = ${orderId} and o.status in ('placed', 'acknowledged')
      and not exists (
        select from fulfillments f where f.company_id = o.company_id and f.external_fulfillment_id = ${externalId})`)
  const [found] = rows
  if (!found) return null
  const { label, channelId, at, speed, units } = found
  return { label, channelId, planned: { at: at === null ? null : new Date(at).toISOString(), speed, units } }
}

type SentLine = { orderItemId: string; quantity: number }

/** The order's unsent units of the SKUs that Amazon has. */
async function linesSentBy(tx: Tx, companyId: string, { orderId, snapshot }: ForeignFulfillment): Promise<SentLine[]> {
  const left = new Map<string, number>()
  for (const { sku, quantity } of snapshot.lines) left.set(sku, (left.get(sku) ?? 0) + quantity)
  return (await listLinesToSend(tx, companyId, orderId)).flatMap(({ orderItemId, sku, unsent }) => {
    const quantity = Math.min(unsent, left.get(sku ?? '') ?? 0)
    if (sku === null || quantity <= 0) return []
    left.set(sku, (left.get(sku) ?? 0) - quantity)
    return [{ orderItemId, quantity }]
  })
}

async function insertForeignAttempt(
  tx: Tx,
  companyId: string,
  { orderId, integrationId, marketplaceId, externalId, snapshot }: ForeignFulfillment,
  lines: readonly SentLine[],
): Promise<string> {
  const id = newId()
  const { receivedAt, speed } = snapshot
  await tx.insert(fulfillments).values({
    companyId,
    id,
    orderId,
    attempt: (await lastAttemptNumber(tx, companyId, orderId)) + 1,
    integrationId,
    marketplaceId,
    externalFulfillmentId: externalId,
    shippingSpeed: speed ?? 'standard',
    isForeign: true,
    submittedAt: receivedAt,
  })
  await insertRows(
    tx,
    fulfillmentItems,
    lines.map((line) => ({ companyId, fulfillmentId: id, ...line })),
  )
  return id
}
