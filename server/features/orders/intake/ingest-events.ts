/*
 * Intake of order events, in the caller's transaction: reduce the events to one state per order (order-events.ts), insert
 * new orders (build-order.ts), revise known ones (plan-revision.ts), then write what follows (apply-changes.ts).
 */

import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { applyChanges } from './apply-changes.ts'
import { buildNewOrder } from './build-order.ts'
import { type Purchase, upsertAddresses, upsertCustomers } from './customers.ts'
import { type OrderChange, resultsFor } from './order-change.ts'
import {
  type ChannelOrderState,
  type IngestResult,
  type KnownOrderState,
  type NewOrder,
  type OrderEvent,
  orderKey,
  reduceEvents,
  type SnapshotEvent,
} from './order-events.ts'
import type { IntakeContext } from './order-rows.ts'
import { assertStorable } from './parse-delivery.ts'
import { planRevision } from './plan-revision.ts'
import {
  assignEventsToOrders,
  findEarlierEvents,
  findKnownOrders,
  findSellingChannels,
  lockIntake,
  noChannel,
  reserveOrderNumbers,
  type SellingChannel,
} from './queries.ts'
import {
  lockOrdersToChange,
  setCancelled,
  updateChannelHolds,
  updateChannelUpdatedAt,
  updateLines,
  updateOrders,
} from './revision-queries.ts'
import { findSkusOfLines } from './sku-of-line.ts'

/**
 * Creates and revises orders from channel events, in the caller's transaction and with as many statements for one order
 * as for fifty. Idempotent: events may arrive in any order and repeatedly. Returns one result per event.
 */
export async function ingestEvents(
  tx: Tx,
  ctx: CompanyContext,
  events: readonly OrderEvent[],
): Promise<IngestResult[]> {
  if (events.length === 0) return []
  for (const { order } of events) if (order) assertStorable(order)
  await lockIntake(tx, ctx.companyId)
  const states = reduceEvents(events, await findKnownOrders(tx, ctx.companyId, events))
  const known = [...states.values()].filter(isKnownState)
  const newOrders = await findNewOrders(tx, ctx.companyId, [...states.values()])
  const intake = await loadIntakeContext(tx, ctx, newOrders, known)
  const changes = [...(await placeOrders(tx, intake, newOrders)), ...(await reviseOrders(tx, intake, known))]
  await applyChanges(tx, intake, changes)
  return resultsFor(events, { states, newOrders, changes })
}

const isKnownState = (state: ChannelOrderState): state is KnownOrderState => state.known !== null

export async function findNewOrders(
  tx: Tx,
  companyId: string,
  states: readonly ChannelOrderState[],
): Promise<NewOrder[]> {
  const unknown = states.flatMap((state) =>
    state.known || !state.latestSnapshot ? [] : [{ orderId: newId(), state, snapshot: state.latestSnapshot }],
  )
  if (unknown.length === 0) return []
  const keys = unknown.map(({ state }) => state)
  const earlierEvents = await findEarlierEvents(tx, companyId, keys)
  const byKey = new Map(earlierEvents.map((events) => [orderKey(events), events]))
  return unknown.map((order) => ({ ...order, earlier: byKey.get(orderKey(order.state)) ?? null }))
}

/** Assigns events that arrived before their order to it. */
async function linkEarlierEvents(tx: Tx, companyId: string, orders: readonly NewOrder[]): Promise<void> {
  const earlierEvents = orders
    .filter(({ earlier }) => earlier)
    .map(({ orderId, state: { channelId, externalOrderId } }) => ({ orderId, channelId, externalOrderId }))
  if (earlierEvents.length > 0) await assignEventsToOrders(tx, companyId, earlierEvents)
}

/** Loads what a batch of orders needs (channels, SKUs) and upserts customers and addresses. */
export async function loadIntakeContext(
  tx: Tx,
  ctx: CompanyContext,
  newOrders: readonly NewOrder[],
  known: readonly KnownOrderState[],
): Promise<IntakeContext> {
  const revised = known.flatMap(({ known, latestSnapshot }) =>
    latestSnapshot && !known.isClosed ? [{ orderId: known.orderId, isKnown: true, snapshot: latestSnapshot }] : [],
  )
  const received = [...newOrders.map(({ orderId, snapshot }) => ({ orderId, isKnown: false, snapshot })), ...revised]
  const purchases = received.map(({ orderId, isKnown, snapshot }): Purchase => ({
    orderId,
    isKnown,
    order: snapshot.order,
    customerId: snapshot.manual?.customerId ?? null,
  }))
  const channelIds = [
    ...newOrders.map(({ state }) => state.channelId),
    ...known.map(({ channelId }) => channelId),
  ].filter((id) => id !== null)
  const channels = await findSellingChannels(tx, ctx.companyId, [...new Set(channelIds)])
  const codes = received.flatMap(({ snapshot }) => soldCodesOf(snapshot))
  const skuOf = await findSkusOfLines(tx, ctx.companyId, codes)
  const customerOf = await upsertCustomers(tx, ctx, purchases)
  const addressOf = await upsertAddresses(tx, ctx, purchases, customerOf)
  return { ctx, now: ctx.clock.now(), channelOf: channelFinder(channels), skuOf, customerOf, addressOf }
}

const soldCodesOf = ({ channelId, order }: SnapshotEvent) =>
  order.items.map(({ externalId = null, sku }) => ({ channelId, externalId, sku }))

/** Every event comes from an existing channel, or from a person. */
function channelFinder(channels: ReadonlyMap<string, SellingChannel>): IntakeContext['channelOf'] {
  return (channelId) => {
    if (channelId === null) return noChannel
    const channel = channels.get(channelId)
    if (!channel) throw new Error('This channel doesn’t exist')
    return channel
  }
}

export async function placeOrders(
  tx: Tx,
  intake: IntakeContext,
  newOrders: readonly NewOrder[],
): Promise<OrderChange[]> {
  if (newOrders.length === 0) return []
  const { companyId } = intake.ctx
  const numbers = await reserveOrderNumbers(tx, companyId, newOrders.length)
  const built = newOrders.map((order, index) => buildNewOrder(intake, order, numbers[index] ?? ''))
  const orderRows = built.map(({ row }) => row)
  const lineRows = built.flatMap(({ lines }) => lines)
  await insertRows(tx, orders, orderRows)
  await insertRows(tx, orderItems, lineRows)
  await linkEarlierEvents(tx, companyId, newOrders)
  return built.map(({ change }) => change)
}

/** Known orders follow their channel until they are submitted to Amazon; later changes raise attention. */
async function reviseOrders(tx: Tx, intake: IntakeContext, states: readonly KnownOrderState[]): Promise<OrderChange[]> {
  if (states.length === 0) return []
  const { companyId } = intake.ctx
  const orderIds = states.map(({ known }) => known.orderId)
  const orders = await lockOrdersToChange(tx, companyId, orderIds)
  const revisions = states.flatMap((state) => {
    const order = orders.get(state.known.orderId)
    return order ? [planRevision(intake, order, state)] : []
  })
  const changes = revisions.map(({ change }) => change)
  const rows = revisions.flatMap(({ row }) => row ?? [])
  const matchedLines = revisions.flatMap((revision) => revision.matchedLines)
  const addedLines = revisions.flatMap((revision) => revision.addedLines)
  const cancelled = changes.filter(({ holds }) => holds === 'cancelled').map(({ orderId }) => orderId)
  const updateTimes = states.map(({ known, at }) => ({ id: known.orderId, at }))
  await updateOrders(tx, companyId, rows)
  await updateChannelHolds(
    tx,
    companyId,
    revisions.flatMap(({ hold }) => hold ?? []),
  )
  await updateLines(tx, companyId, matchedLines)
  await insertRows(tx, orderItems, addedLines)
  await setCancelled(tx, companyId, cancelled, intake.now)
  await updateChannelUpdatedAt(tx, companyId, updateTimes)
  return changes
}
