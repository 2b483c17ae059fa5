import type { ChosenItems } from '#contract/fulfillment.ts'
import type { AttentionCode, ShippingSpeed } from '#contract/order-status.ts'
import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { resolveAttention } from '../attention/resolve-attention.ts'
import { insertAttempt } from '../queries/new-attempts.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { recordTimeline } from '../timeline.ts'
import { prepareShipment } from './sending/prepare-sending.ts'
import { assertShippable } from './sending/refuse-doubtful.ts'

export type FulfillmentRequest = {
  orderId: string
  /** The order's own when absent. */
  shippingSpeed?: ShippingSpeed | undefined
  /** All that is left of the order when absent. */
  items?: ChosenItems | undefined
  insists: boolean
  isBulk?: boolean
}

/**
 * Writes an attempt to ship an order, which `orders.send` tells Amazon of. Its units are in no other live attempt. Throws
 * `SendingRefused` before anything is written where something is in the way that somebody can see to.
 */
export async function requestFulfillment(
  tx: Tx,
  ctx: CompanyContext,
  request: FulfillmentRequest,
): Promise<{ fulfillmentId: string }> {
  const { orderId, insists, isBulk = false } = request
  const { companyId } = ctx
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
  const counted = units === 1 ? 'one unit' : `${units} units`
  const description = `Asked Amazon to ship ${counted} at ${shippingSpeed} speed, as ${externalFulfillmentId}.`
  const entry = { orderId, event: 'fulfillment.requested', description, by: actor, at: clock.now() }
  await recordTimeline(tx, companyId, [entry])
  if (actor.type !== 'user') return
  await recordAudit(tx, ctx, { action: 'order.fulfill', resource: 'order', resourceId: orderId, companyId, after })
}

/** What kept the order from Amazon keeps it no more; for what is left of it stock may still be lacking. */
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
