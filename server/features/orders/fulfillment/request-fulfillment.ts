import type { ParsedInputOf, ReplyInputOf } from '#contract/endpoint.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { say } from '#contract/i18n.ts'
import type { AttentionCode, ShippingSpeed } from '#contract/order-status.ts'
import type { ordersApi } from '#contract/orders.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { readCoverage } from '#server/features/inventory/coverage.ts'
import { listShownAccounts } from '#server/features/marketplace/account-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { assertNotObserving } from '#server/platform/observe-mode.ts'
import type { ShippingConstraints } from '#server/ports/fulfillment.ts'
import { resolveAttention } from '../attention/attention.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { listOpenAttentionOf } from '../order-detail-queries.ts'
import { getOrderRowOrThrow, updateOrder } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { requestDescription } from './order-effects.ts'
import { getOrderToSendOrThrow, insertAttempt, listLinesToSend, type OrderToSend } from './queries.ts'
import {
  assertHeldByAmazon,
  assertInStock,
  assertNotShippedOrCancelled,
  chooseAccount,
  chooseLines,
  type ChosenLine,
  isRestOfOrder,
  shipToAddress,
} from './shipment-rules.ts'
import { retryPendingNow } from './submission-queries.ts'

type FulfillEndpoint = (typeof ordersApi)['fulfill']

export function fulfillOrder(
  ctx: CompanyContext,
  input: ParsedInputOf<FulfillEndpoint>,
): Promise<ReplyInputOf<FulfillEndpoint>> {
  return ctx.transaction(async (tx) => {
    await requestFulfillment(tx, ctx, input)
    return getOrderRowOrThrow(tx, ctx.companyId, input.orderId)
  })
}

type FulfillmentRequest = {
  orderId: string
  /** Default: the order's speed. */
  shippingSpeed?: ShippingSpeed | undefined
  /** Default: everything that is left of the order. */
  items?: ChosenItems | undefined
  insists: boolean
  isBulk?: boolean
}

/**
 * Inserts an attempt, which the job `orders.send` submits to Amazon (outbox). Its units are in no other live attempt.
 * Throws `SendingRefused`, before anything is written, when the order can't be sent.
 */
export async function requestFulfillment(
  tx: Tx,
  ctx: CompanyContext,
  request: FulfillmentRequest,
): Promise<{ fulfillmentId: string }> {
  const { orderId, insists, isBulk = false } = request
  const { companyId } = ctx
  await assertNotObserving(tx, companyId)
  const { order, lines, isRest, account } = await prepareShipment(tx, ctx, request)
  if (!insists) await assertShippable(tx, { companyId, orderId, lines })
  const shippingSpeed = request.shippingSpeed ?? order.shippingSpeed
  const { channelId, externalOrderId } = order
  const attempt = { channelId, externalOrderId, shippingSpeed, isBulk, lines, ...account, at: ctx.clock.now() }
  const { id: fulfillmentId, externalFulfillmentId } = await insertAttempt(tx, { companyId, orderId, ...attempt })
  await updateOrder(tx, companyId, orderId, { fulfillAfter: null })
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  await recordRequest(tx, ctx, { orderId, externalFulfillmentId, shippingSpeed, units, insists })
  await resolveObstacles(tx, ctx, orderId, isRest)
  await ctx.publishChange(tx, 'orders')
  ctx.triggerWorker(tx, 'orders.send')
  return { fulfillmentId }
}

type ShipmentSelection = { orderId: string; items?: ChosenItems | undefined }

/** Chooses lines, address and account of a shipment, which may be only a plan. Locks the order; throws when it can't be sent. */
export async function prepareShipment(tx: Tx, ctx: CompanyContext, { orderId, items }: ShipmentSelection) {
  const { companyId } = ctx
  await lockForAction(tx, ctx, 'fulfill', orderId, { isPlan: true })
  const order = await getOrderToSendOrThrow(tx, companyId, orderId)
  const orderLines = await listLinesToSend(tx, companyId, orderId)
  const lines = chooseLines(orderLines, items)
  const destination = shipToAddress(ctx, order)
  const account = chooseAccount(await listShownAccounts(tx), destination.country)
  return {
    order,
    lines,
    isRest: isRestOfOrder(orderLines, lines),
    destination,
    account,
    constraints: toConstraints(order),
  }
}

export function toConstraints({ channelConfig }: OrderToSend): ShippingConstraints {
  const { blankBox, blocksAmazonLogistics } = ChannelConfig.parse(channelConfig ?? {})
  return { blankBox, blocksAmazonLogistics }
}

type ShipmentToCheck = { companyId: string; orderId: string; lines: readonly ChosenLine[] }

/** Shipment checks that `insists` skips: the channel still wants it, Amazon holds it, and it is in stock. */
export async function assertShippable(tx: Tx, { companyId, orderId, lines }: ShipmentToCheck): Promise<void> {
  await assertWantedByChannel(tx, companyId, orderId)
  assertHeldByAmazon(lines)
  assertInStock(lines, await readCoverage(tx, companyId, [orderId]))
}

export async function assertWantedByChannel(tx: Tx, companyId: string, orderId: string): Promise<void> {
  assertNotShippedOrCancelled(await listOpenAttentionOf(tx, companyId, orderId))
}

type RequestedAttempt = {
  orderId: string
  externalFulfillmentId: string
  shippingSpeed: ShippingSpeed
  units: number
  insists: boolean
}

async function recordRequest(tx: Tx, ctx: CompanyContext, { orderId, ...after }: RequestedAttempt): Promise<void> {
  const { companyId, actor, clock } = ctx
  const { externalFulfillmentId, shippingSpeed, units } = after
  const description = requestDescription(units, shippingSpeed, externalFulfillmentId)
  const entry = { orderId, event: 'fulfillment.requested', description, by: actor, at: clock.now() }
  await recordTimeline(tx, companyId, [entry])
  if (actor.type !== 'user') return
  await recordAudit(tx, ctx, { action: 'order.fulfill', resource: 'order', resourceId: orderId, companyId, after })
}

/** Resolves the attention that stopped the order. `not_enough_stock` stays open when only a part is sent. */
async function resolveObstacles(tx: Tx, ctx: CompanyContext, orderId: string, isRest: boolean): Promise<void> {
  const codes: AttentionCode[] = [
    'rejected_by_amazon',
    'unfulfillable',
    'bad_address',
    'shipped_by_channel',
    'cancelled_by_channel',
  ]
  if (isRest) codes.push('not_enough_stock')
  const items = codes.map((code) => ({ orderId, code }))
  const at = ctx.clock.now()
  const resolved = await resolveAttention(tx, ctx.companyId, items, {
    at,
    resolution: 'The order was sent to Amazon',
  })
  if (resolved.length > 0) await publishAttentionChange(tx, ctx)
}

type ResendInput = ParsedInputOf<(typeof ordersApi)['resend']>

export const resendOrder = orderAction(resend)

/** Retries a pending attempt at once; requests a new fulfillment when none is pending. */
async function resend(tx: Tx, ctx: CompanyContext, input: ResendInput): Promise<void> {
  const { orderId } = input
  const order = await lockForAction(tx, ctx, 'resend', orderId)
  if (order.transit !== 'sending') return void (await requestFulfillment(tx, ctx, input))
  await retryPendingNow(tx, ctx.companyId, orderId, ctx.clock.now())
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.resend',
    event: 'fulfillment.resent',
    description: say('Checked the last attempt with Amazon. The order continues with it.'),
  })
  ctx.triggerWorker(tx, 'orders.send')
}
