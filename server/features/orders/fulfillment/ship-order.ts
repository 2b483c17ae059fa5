/*
 * The seller ships an order, or a part of it, himself. Each parcel is an attempt of the provider `seller` with one
 * package. It is `shipped` from the start: nothing of it is submitted to Amazon or tracked. Units that are at Amazon, or
 * on their way there, can't be shipped this way.
 */

import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { ordersApi } from '#contract/orders.ts'
import { shipOwnUnits } from '#server/features/inventory/holds.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { listPackagesOf } from '../order-detail-queries.ts'
import { updateOrder } from '../order-queries.ts'
import { normalTrackingNumber, ownParcelId } from './amazon-order-id.ts'
import { stateAfterOwnParcel } from './next-state.ts'
import { noEffects } from './order-effects.ts'
import { insertOwnParcel, updateOwnParcel } from './packages.ts'
import {
  type Attempt,
  getOrderToSendOrThrow,
  insertOwnAttempt,
  listLinesToSend,
  lockSentOrder,
  type Parcel,
  type SentOrder,
  updateAttempt,
} from './queries.ts'
import { assertWantedByChannel } from './request-fulfillment.ts'
import { chooseUnits, itemsOfSkus, type SkuUnits } from './shipment-rules.ts'
import { reportShipment, transitionOrder, writeEffects } from './transition-order.ts'

type ShipInput = ParsedInputOf<(typeof ordersApi)['ship']>

/** Units are named by lines, by the channel's SKU codes, or not at all: then everything that is left. */
type OwnShipment = ShipInput & { skus?: readonly SkuUnits[] | undefined }

export const shipOrder = orderAction(async (tx: Tx, ctx: CompanyContext, shipment: ShipInput) => {
  await recordOwnParcel(tx, ctx, shipment)
})

/** Records a parcel of the seller's. Idempotent: false when the order has a parcel with this tracking number already. */
export async function recordOwnParcel(tx: Tx, ctx: CompanyContext, shipment: OwnShipment): Promise<boolean> {
  const { orderId, skus } = shipment
  const { companyId, clock } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const { channelId, externalOrderId, placedAt, shippingSpeed } = await getOrderToSendOrThrow(tx, companyId, orderId)
  const externalId = ownParcelId({ channelId, externalOrderId }, shipment.trackingNumber)
  if (await isRecorded(tx, ctx, order, shipment, externalId)) return false
  await lockForAction(tx, ctx, 'ship', orderId)
  await assertWantedByChannel(tx, companyId, orderId)
  const at = clock.now()
  const shippedAt = shipment.shippedAt === undefined ? at : new Date(shipment.shippedAt)
  assertShipDate(shippedAt, placedAt, at)
  const lines = await listLinesToSend(tx, companyId, orderId)
  const chosen = chooseUnits(lines, skus ? itemsOfSkus(lines, skus) : shipment.items)
  const units = chosen.map(({ line, quantity }) => ({ orderItemId: line.orderItemId, quantity }))
  const { carrier, trackingNumber, trackingUrl } = shipment
  const tracking = { carrier, trackingNumber, trackingUrl }
  const attempt = { companyId, orderId, externalFulfillmentId: externalId, shippingSpeed, carrier, trackingNumber }
  const fulfillmentId = await insertOwnAttempt(tx, { ...attempt, at, lines: units })
  const parcel = await insertOwnParcel(tx, { companyId, fulfillmentId, ...tracking, shippedAt, at }, units)
  await shipOwnUnits(tx, { companyId, fulfillmentId, at })
  await applyOwnParcel(tx, ctx, { order, parcel, units, externalId })
  return true
}

async function listParcels(tx: Tx, { companyId }: CompanyContext, { attempts }: SentOrder) {
  const ids = attempts.map(({ id }) => id)
  const parcels = await listPackagesOf(tx, companyId, ids)
  return parcels.map((parcel) => ({ ...parcel, attempt: attempts.find(({ id }) => id === parcel.fulfillmentId) }))
}

const isOwn = ({ attempt }: { attempt: Attempt | undefined }): boolean => attempt?.provider === 'seller'

/** Whether the order has this parcel already. Throws when it had another parcel under this number. */
async function isRecorded(
  tx: Tx,
  ctx: CompanyContext,
  order: SentOrder,
  shipment: OwnShipment,
  externalId: string,
): Promise<boolean> {
  const { trackingNumber } = shipment
  const parcels = await listParcels(tx, ctx, order)
  const same = parcels.find((parcel) => isOwn(parcel) && hasNumber(parcel, trackingNumber))
  if (same && hasOtherUnits(order, shipment, same.items)) {
    throw new AppError(
      'conflict',
      say('The order already has a package {trackingNumber} with different units in it.', {
        trackingNumber: same.trackingNumber ?? trackingNumber,
      }),
    )
  }
  const corrected = order.attempts.find(({ externalFulfillmentId }) => externalFulfillmentId === externalId)
  if (!same && corrected) {
    throw new AppError(
      'conflict',
      say('A package in this order had number {trackingNumber}; it was corrected to {correctedNumber}.', {
        trackingNumber,
        correctedNumber: corrected.trackingNumbers.join(', '),
      }),
    )
  }
  return same !== undefined
}

const hasNumber = (parcel: Pick<Parcel, 'trackingNumber'>, typed: string): boolean =>
  normalTrackingNumber(parcel.trackingNumber ?? '') === normalTrackingNumber(typed)

function hasOtherUnits({ lines }: SentOrder, { items, skus }: OwnShipment, packed: ChosenItems): boolean {
  const skuOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.sku ?? lineId
  if (skus) {
    const packedSkus = packed.map(({ orderItemId, quantity }) => ({ name: skuOf(orderItemId), quantity }))
    return unitsKey(skus.map(({ sku, quantity }) => ({ name: sku, quantity }))) !== unitsKey(packedSkus)
  }
  const named = (units: ChosenItems) => units.map(({ orderItemId, quantity }) => ({ name: orderItemId, quantity }))
  return items !== undefined && unitsKey(named(items)) !== unitsKey(named(packed))
}

function unitsKey(units: readonly { name: string; quantity: number }[]): string {
  const totals = new Map<string, number>()
  for (const { name, quantity } of units) totals.set(name, (totals.get(name) ?? 0) + quantity)
  return JSON.stringify([...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const dayInMs = 24 * 3600 * 1000

/** A day of tolerance: people name the day, and in their own time zone. */
function assertShipDate(shippedAt: Date, placedAt: Date, now: Date): void {
  const refuse = (message: Message) => new AppError('invalid', message, [{ field: 'shippedAt', message }])
  if (shippedAt.getTime() > now.getTime() + dayInMs) throw refuse(say('The ship date is in the future.'))
  if (shippedAt.getTime() < placedAt.getTime() - dayInMs)
    throw refuse(say('The order was placed after this ship date.'))
}

type AppliedParcel = { order: SentOrder; parcel: Parcel; units: ChosenItems; externalId: string }

/** Moves the order on and tells channel, customer and people, as after a parcel of Amazon's. */
async function applyOwnParcel(
  tx: Tx,
  ctx: CompanyContext,
  { order, parcel, units, externalId }: AppliedParcel,
): Promise<void> {
  const { companyId } = ctx
  const { id: orderId, status } = order
  const { progress, partialReason, orderStatus } = stateAfterOwnParcel(order, units)
  await updateOrder(tx, companyId, orderId, { partialReason, fulfillAfter: null })
  const count = units.reduce((sum, { quantity }) => sum + quantity, 0)
  const description = say('Shipped by the seller: {units, plural, one {# unit} other {# units}}, {parcel}.', {
    units: count,
    parcel: parcelName(parcel),
  })
  const effects = {
    ...noEffects(),
    entries: [{ event: 'package.shipped', description }],
    resolved: [...sendingObstacles, ...(progress.unsent === 0 ? restObstacles : [])],
    hasMovedStock: true,
  }
  const parcels = [{ before: null, after: parcel, items: units, isLost: false }]
  const transition = { order, cause: externalId, targetStatus: orderStatus, isOwnParcel: true, parcels }
  await transitionOrder(tx, ctx, effects, transition)
  const { carrier, trackingNumber } = parcel
  await recordAudit(tx, ctx, {
    action: 'order.ship',
    resource: 'order',
    resourceId: orderId,
    companyId,
    before: { status },
    after: { status: orderStatus, carrier, trackingNumber, units: count },
  })
  await writeEffects(tx, ctx, orderId, effects, ctx.actor)
}

/** What kept the order from Amazon. */
const sendingObstacles: readonly AttentionCode[] = ['rejected_by_amazon', 'unfulfillable', 'bad_address']

/** What kept units from being sent; resolved once none are left. */
const restObstacles: readonly AttentionCode[] = ['not_enough_stock', 'unmapped_sku', 'shipped_partly']

export const parcelName = ({ carrier, trackingNumber }: Pick<Parcel, 'carrier' | 'trackingNumber'>): string =>
  [carrier, trackingNumber].filter(Boolean).join(' ')

type Correction = ParsedInputOf<(typeof ordersApi)['correctTracking']>

/** Corrects what was mistyped. The channel is told again; a customer gets one message per order and no second one. */
export const correctTracking = orderAction(async (tx: Tx, ctx: CompanyContext, correction: Correction) => {
  const { orderId, packageId, ...tracking } = correction
  const { companyId, clock } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const { parcel: before, attempt } = await getOwnParcelOrThrow(tx, ctx, order, packageId)
  await assertNumberIsFree(tx, ctx, order, correction)
  const { carrier, trackingNumber, trackingUrl } = before
  const isSame = carrier === tracking.carrier && trackingNumber === tracking.trackingNumber
  if (isSame && trackingUrl === tracking.trackingUrl) return
  const at = clock.now()
  await updateOwnParcel(tx, companyId, packageId, { ...tracking, reportedAt: null, updatedAt: at })
  await updateAttempt(tx, attempt, { carrier: tracking.carrier, trackingNumbers: [tracking.trackingNumber] })
  // The time makes each correction a message of its own: a number may be changed and changed back.
  const cause = `${attempt.externalFulfillmentId}:${at.toISOString()}`
  const after = { ...before, ...tracking }
  const replaces = before.reportedAt === null ? undefined : (trackingNumber ?? undefined)
  const isTold = await reportShipment(tx, ctx, order, { after, items: before.items, replaces }, cause)
  const what = isSame
    ? say('The tracking link for {parcel} was changed.', { parcel: parcelName(before) })
    : say('The tracking was corrected from {before} to {after}.', {
        before: parcelName(before),
        after: parcelName(after),
      })
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.correct-tracking',
    event: 'package.tracked',
    description: isTold ? say('{correction} The channel will be notified again.', { correction: what }) : what,
    before: { carrier, trackingNumber, trackingUrl },
    after: tracking,
  })
})

export async function getOwnParcelOrThrow(tx: Tx, ctx: CompanyContext, order: SentOrder, packageId: string) {
  const parcels = await listParcels(tx, ctx, order)
  const parcel = parcels.find(({ id }) => id === packageId)
  if (!parcel?.attempt) throw new AppError('not_found', say('The order has no such package.'))
  const { attempt } = parcel
  if (attempt.provider !== 'seller') {
    throw new AppError('conflict', say('Amazon ships this package. You can only change packages you ship yourself.'))
  }
  return { parcel, attempt }
}

async function assertNumberIsFree(
  tx: Tx,
  ctx: CompanyContext,
  order: SentOrder,
  { packageId, trackingNumber }: Correction,
): Promise<void> {
  const parcels = await listParcels(tx, ctx, order)
  if (parcels.some((other) => other.id !== packageId && isOwn(other) && hasNumber(other, trackingNumber))) {
    const message = say('Another package in the order has this number.')
    throw new AppError('conflict', message, [{ field: 'trackingNumber', message }])
  }
}
