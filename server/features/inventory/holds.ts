import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import {
  type Acceptance,
  cancelHolds,
  cancelHoldsOfLines,
  cancelWaitingHolds,
  countsAfterShipment,
  cutHoldsToSent,
  deleteHoldsOfLines,
  endHoldsAlreadyCounted,
  endShippedHolds,
  findLastCountTime,
  type HeldLine,
  holdMissingUnits,
  listSkusOfOrders,
  moveToFulfillment,
  raiseSkuVersions,
  readNewLines,
  readWaitingLines,
  type Release,
  releaseExcessUnits,
  skusOfFulfillment,
  skusOfRelease,
} from './hold-queries.ts'
import { lockLevels, refreshLevels } from './levels.ts'
import { recordCounts } from './record-counts.ts'

/*
 * Holds reserve units of a SKU for an order line (table `stock_holds`). States of a hold:
 *
 * waiting (no fulfillment) → accepted (belongs to a fulfillment that Amazon has accepted) → ended
 *
 * `ending` says how it ended: `counted_by_amazon` (a count read after the acceptance no longer includes the units),
 * `shipped_by_seller` (it ends as it is moved to the seller's own fulfillment) or `cancelled`. An open hold, waiting or accepted, reduces the available units. Every verb locks the stock levels first
 * and refreshes them afterwards.
 */

export type ChangedOrders = {
  companyId: string
  at: Date
  /** New orders without holds. */
  placed?: readonly string[]
  /** Orders whose holds may differ from their lines. */
  revised?: readonly string[]
  /** Lines of these orders that will be deleted. */
  removedLines?: readonly string[]
  cancelled?: readonly string[]
  /** Orders of which only the stock levels are locked, because the caller will queue what follows from them. */
  unchanged?: readonly string[]
}

/**
 * Adjusts the holds of many orders to their lines, under one lock of all stock levels involved. Revised orders come
 * before placed ones, and those in the given order. Returns the waiting lines and whether they are covered.
 */
export async function applyOrderChanges(tx: Tx, changed: ChangedOrders): Promise<HeldLine[]> {
  const { companyId, at, placed = [], revised = [], removedLines = [], cancelled = [], unchanged = [] } = changed
  const held = [...revised, ...placed]
  const orderIds = [...new Set([...held, ...cancelled, ...unchanged])]
  if (orderIds.length + removedLines.length === 0) return []
  const skuIds = await listSkusOfOrders(tx, companyId, orderIds)
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  if (cancelled.length > 0) await cancelHolds(tx, { companyId, orderIds: cancelled, at })
  if (removedLines.length > 0) await deleteHoldsOfLines(tx, companyId, removedLines)
  if (revised.length > 0) await releaseExcessUnits(tx, companyId, revised)
  if (held.length > 0) await holdMissingUnits(tx, companyId, held, removedLines)
  await refreshLevels(tx, companyId, skus, at)
  return [
    ...(placed.length > 0 ? await readNewLines(tx, companyId, placed) : []),
    ...(revised.length > 0 ? await readWaitingLines(tx, companyId, revised) : []),
  ]
}

export type ReheldLines = {
  companyId: string
  at: Date
  orderIds: readonly string[]
  orderItemIds: readonly string[]
  /** SKUs that the lines get. */
  newSkuIds?: readonly string[]
}

/**
 * Moves what lines of unsent orders hold to the SKUs that `changeLines` gives them, under one lock of all stock levels involved; a line
 * without a SKU holds nothing. The new holds go to the end of their queues. Returns the orders' waiting lines and whether they are covered.
 */
export async function reholdLines(
  tx: Tx,
  { companyId, at, orderIds, orderItemIds, newSkuIds = [] }: ReheldLines,
  changeLines: () => Promise<void>,
): Promise<HeldLine[]> {
  const skuIds = [...new Set([...(await listSkusOfOrders(tx, companyId, orderIds)), ...newSkuIds])]
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  await cancelHoldsOfLines(tx, { companyId, orderItemIds, at })
  await changeLines()
  await holdMissingUnits(tx, companyId, orderIds, [])
  await refreshLevels(tx, companyId, skus, at)
  return readWaitingLines(tx, companyId, orderIds)
}

type OrderToHold = { companyId: string; orderId: string; at: Date }

/**
 * Holds the units of an order until Amazon accepts them, even if they are lacking, since the customer has paid. Returns
 * whether each line is covered. Idempotent: a repeated call only adds missing units.
 */
export const holdUnits = (tx: Tx, { companyId, orderId, at }: OrderToHold): Promise<HeldLine[]> =>
  applyOrderChanges(tx, { companyId, revised: [orderId], at })

/**
 * Amazon has accepted a fulfillment, so its next count will not include these units. Idempotent: only the first
 * acceptance counts.
 */
export async function acceptHolds(tx: Tx, acceptance: Acceptance): Promise<void> {
  const { companyId, fulfillmentId, acceptedAt } = acceptance
  const skus = skusOfFulfillment(companyId, fulfillmentId)
  await lockLevels(tx, companyId, skus)
  await moveToFulfillment(tx, acceptance)
  await endHoldsAlreadyCounted(tx, acceptance)
  await refreshLevels(tx, companyId, skus, acceptedAt)
}

type CancelledHolds = { companyId: string; at: Date } & ({ orderId: string } | { fulfillmentId: string })

/** Releases the units of a cancelled order or fulfillment. */
export async function releaseHolds(tx: Tx, cancelled: CancelledHolds): Promise<void> {
  const release: Release = 'orderId' in cancelled ? { ...cancelled, orderIds: [cancelled.orderId] } : cancelled
  const skus = skusOfRelease(release)
  await lockLevels(tx, release.companyId, skus)
  await cancelHolds(tx, release)
  await refreshLevels(tx, release.companyId, skus, release.at)
}

type FulfillmentToCut = { companyId: string; fulfillmentId: string; at: Date }

/** Releases the units of a fulfillment that Amazon will not ship; the others stay held. */
export async function releaseUnfulfillable(tx: Tx, fulfillment: FulfillmentToCut): Promise<void> {
  const { companyId, fulfillmentId, at } = fulfillment
  const skus = skusOfFulfillment(companyId, fulfillmentId)
  await lockLevels(tx, companyId, skus)
  await cutHoldsToSent(tx, fulfillment)
  await refreshLevels(tx, companyId, skus, at)
}

type OrderToRelease = { companyId: string; orderId: string; at: Date }

/**
 * Releases the units of an order that wait to be sent, when nothing more will be sent. Units accepted by Amazon stay
 * held.
 */
export async function releaseWaitingHolds(tx: Tx, order: OrderToRelease): Promise<void> {
  const { companyId, orderId, at } = order
  const skuIds = await listSkusOfOrders(tx, companyId, [orderId])
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  await cancelWaitingHolds(tx, order)
  await refreshLevels(tx, companyId, skus, at)
}

/**
 * The seller has shipped the units of a fulfillment himself: their holds end, and the counts of SKUs that he holds go
 * down by them. Amazon's counts stay, because its units are still there.
 */
export async function shipOwnUnits(tx: Tx, shipment: FulfillmentToCut): Promise<void> {
  const { companyId, fulfillmentId, at } = shipment
  const skus = skusOfFulfillment(companyId, fulfillmentId)
  await lockLevels(tx, companyId, skus)
  await moveToFulfillment(tx, { companyId, fulfillmentId, acceptedAt: at })
  await endShippedHolds(tx, shipment)
  const counts = countsAfterShipment(companyId, fulfillmentId)
  const counted = sql`select sku_id from (${counts}) as counts`
  const lastCount = await findLastCountTime(tx, companyId, counted)
  // A count that seems older than the last one would be taken for a late one.
  const readAt = lastCount && lastCount > at ? lastCount : at
  if (lastCount) {
    await recordCounts(tx, { companyId, source: 'shipment', readAt, counts })
    await raiseSkuVersions(tx, companyId, counted)
  }
  await refreshLevels(tx, companyId, skus, at)
}
