/*
 * The end of a parcel that the seller shipped himself. No carrier tells Lockstep of it, so a person says that it has arrived, and 30 days
 * after shipping it is assumed: otherwise its order would stay open, and its customer's data stored, for ever. Neither channel nor
 * customer is notified, so it can be taken back.
 */

import { sql } from 'drizzle-orm'
import { assumedDeliveredDays, type Package } from '#contract/fulfillment.ts'
import { say } from '#contract/i18n.ts'
import { moveOrder } from '#contract/order-status.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orderAction } from '../order-action.ts'
import { assertNotErased, updateOrder } from '../order-queries.ts'
import { progressOf, targetStatus } from './next-state.ts'
import { noEffects } from './order-effects.ts'
import { updateOwnParcel } from './packages.ts'
import { type Attempt, lockSentOrder, type SentOrder, updateAttempt } from './queries.ts'
import { getOwnParcelOrThrow, parcelName } from './ship-order.ts'
import { transitionOrder, writeEffects } from './transition-order.ts'

type OwnParcel = { orderId: string; packageId: string }

export const markDelivered = orderAction((tx: Tx, ctx: CompanyContext, { orderId, packageId }: OwnParcel) =>
  completeParcel(tx, ctx, { orderId, packageId, source: 'person' }),
)

/** Idempotent: a parcel that has arrived already stays as it is. */
async function completeParcel(
  tx: Tx,
  ctx: CompanyContext,
  { orderId, packageId, source }: OwnParcel & { source: 'person' | 'assumed' },
): Promise<void> {
  const { companyId, clock } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const { parcel, attempt } = await getOwnParcelOrThrow(tx, ctx, order, packageId)
  if (attempt.status !== 'shipped') return
  const at = clock.now()
  const arrived = { deliveredAt: at, deliverySource: source, updatedAt: at }
  await updateOwnParcel(tx, companyId, packageId, arrived)
  await updateAttempt(tx, attempt, { status: 'delivered', updatedAt: at })
  const progress = progressOf(order.lines, withStatus(order, attempt, 'delivered'))
  const situation = { status: order.status, isPartial: order.partialReason !== null, isUnwanted: false }
  const status = targetStatus(situation, progress)
  const description =
    source === 'person'
      ? say('Marked as delivered: {parcel}.', { parcel: parcelName(parcel) })
      : say('Assumed delivered, {days} days after shipping: {parcel}.', {
          days: assumedDeliveredDays,
          parcel: parcelName(parcel),
        })
  const effects = { ...noEffects(), entries: [{ event: 'package.delivered', description }] }
  const parcels = [{ before: parcel, after: { ...parcel, ...arrived }, items: parcel.items, isLost: false }]
  const cause = attempt.externalFulfillmentId ?? attempt.id
  await transitionOrder(tx, ctx, effects, { order, cause, targetStatus: status, isQuiet: true, parcels })
  await recordParcelAudit(tx, ctx, source === 'person' ? 'order.mark-delivered' : 'order.assume-delivered', {
    order,
    parcel,
    status,
  })
  await writeEffects(tx, ctx, orderId, effects, ctx.actor)
}

const withStatus = ({ attempts }: SentOrder, { id }: Attempt, status: Attempt['status']) =>
  attempts.map((attempt) => (attempt.id === id ? { ...attempt, status } : attempt))

export const markNotDelivered = orderAction(async (tx: Tx, ctx: CompanyContext, { orderId, packageId }: OwnParcel) => {
  const { companyId, clock } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  await assertNotErased(tx, companyId, orderId)
  const { parcel, attempt } = await getOwnParcelOrThrow(tx, ctx, order, packageId)
  if (attempt.status !== 'delivered') return
  const at = clock.now()
  await updateOwnParcel(tx, companyId, packageId, { deliveredAt: null, deliverySource: 'taken_back', updatedAt: at })
  await updateAttempt(tx, attempt, { status: 'shipped', updatedAt: at })
  const status = order.status === 'delivered' ? moveOrder(order.status, 'shipped') : order.status
  if (status !== order.status) await updateOrder(tx, companyId, orderId, { status, deliveredAt: null })
  await recordParcelAudit(tx, ctx, 'order.mark-not-delivered', { order, parcel, status })
  const description = say('Marked as undelivered: {parcel}.', { parcel: parcelName(parcel) })
  const effects = { ...noEffects(), entries: [{ event: 'package.not_delivered', description }] }
  await writeEffects(tx, ctx, orderId, effects, ctx.actor)
})

type AuditedParcel = {
  order: SentOrder
  parcel: Pick<Package, 'carrier' | 'trackingNumber'>
  status: SentOrder['status']
}

const recordParcelAudit = (
  tx: Tx,
  ctx: CompanyContext,
  action: AuditAction,
  { order, parcel: { carrier, trackingNumber }, status }: AuditedParcel,
): Promise<void> =>
  recordAudit(tx, ctx, {
    action,
    resource: 'order',
    resourceId: order.id,
    companyId: ctx.companyId,
    before: { status: order.status },
    after: { status, carrier, trackingNumber },
  })

const mostPerRun = 200

/** Completes parcels that were shipped long ago, each in its own transaction. */
export async function assumeDelivered(ctx: CompanyContext): Promise<{ completed: number }> {
  const due = await ctx.read((tx) => listDueParcels(tx, ctx.companyId, ctx.clock.now(), mostPerRun))
  for (const parcel of due) {
    await ctx.transaction((tx) => completeParcel(tx, ctx, { ...parcel, source: 'assumed' }))
  }
  return { completed: due.length }
}

/** Whether the job `orders.assume-delivered` has anything to do. */
export const hasParcelsToComplete = async (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  (await listDueParcels(tx, companyId, now, 1)).length > 0

const dayInMs = 24 * 3600 * 1000

/** A parcel that a person has taken back is theirs to decide. */
async function listDueParcels(tx: Tx, companyId: string, now: Date, limit: number): Promise<OwnParcel[]> {
  const shippedBefore = new Date(now.getTime() - assumedDeliveredDays * dayInMs)
  const { rows } = await tx.execute<OwnParcel>(sql`
    select f.order_id as "orderId", p.id as "packageId"
    from fulfillments f join packages p on p.company_id = f.company_id and p.fulfillment_id = f.id
    where f.company_id = ${companyId} and f.provider = 'seller' and f.status = 'shipped'
      and p.shipped_at <= ${shippedBefore.toISOString()}::timestamptz and p.delivery_source is null
    order by p.shipped_at, p.id limit ${limit}`)
  return rows
}
