import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { say } from '#contract/i18n.ts'
import type { ordersApi } from '#contract/orders.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import type { HeldLine } from '#server/features/inventory/hold-queries.ts'
import { reholdLines } from '#server/features/inventory/holds.ts'
import { getSkuOrThrow } from '#server/features/products/sku-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { raiseAttention, resolveAttention } from '../attention/attention.ts'
import { checkStock } from '../attention/rules.ts'
import { lockIntake } from '../intake/queries.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { setFulfillAfter } from '../order-queries.ts'

export const substituteSku = orderAction(substitute)

type Substitution = ParsedInputOf<(typeof ordersApi)['substitute']>

/**
 * Sends another SKU than the one sold. The channel's code of the line stays, by which the shipment is reported, and so does the new SKU when
 * the channel sends the order again: a revision keeps the SKU that a line has.
 */
async function substitute(tx: Tx, ctx: CompanyContext, { orderId, orderItemId, skuId }: Substitution): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  await lockIntake(tx, companyId)
  await lockForAction(tx, ctx, 'substitute', orderId)
  const line = await getMappedLineOrThrow(tx, companyId, { orderId, orderItemId })
  const { sku, isActive } = await getSkuOrThrow(tx, skuId)
  if (line.skuId === skuId) throw new AppError('conflict', say('{sku} is already being sent for this line.', { sku }))
  if (!isActive)
    throw new AppError('conflict', say('{sku} is inactive. Activate it first, or choose another SKU.', { sku }))
  const change = { companyId, at, orderIds: [orderId], orderItemIds: [orderItemId], newSkuIds: [skuId] }
  const held = await reholdLines(tx, change, () => setSku(tx, companyId, orderItemId, skuId))
  assertCovered(held, { orderItemId, sku })
  await checkAgain(tx, ctx, orderId, held)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.substitute',
    event: 'order.substituted',
    description: say('{sku} is sent instead of {ownSku} ({units, plural, one {one unit} other {# units}}).', {
      sku,
      ownSku: line.ownSku ?? '',
      units: line.quantity,
    }),
    before: { orderItemId, sku: line.ownSku },
    after: { orderItemId, sku },
  })
  await ctx.publishChange(tx, 'inventory')
}

async function getMappedLineOrThrow(
  tx: Tx,
  companyId: string,
  { orderId, orderItemId }: { orderId: string; orderItemId: string },
) {
  const [line] = await tx
    .select({ skuId: orderItems.skuId, ownSku: skus.sku, quantity: orderItems.quantity })
    .from(orderItems)
    .leftJoin(skus, and(eq(skus.companyId, orderItems.companyId), eq(skus.id, orderItems.skuId)))
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.orderId, orderId), eq(orderItems.id, orderItemId)))
  if (!line) throw new AppError('not_found', say('The order has no such line.'))
  if (line.skuId === null) throw new AppError('conflict', say('This line has no SKU yet. Map it first.'))
  return line
}

async function setSku(tx: Tx, companyId: string, orderItemId: string, skuId: string): Promise<void> {
  await tx
    .update(orderItems)
    .set({ skuId })
    .where(and(eq(orderItems.companyId, companyId), eq(orderItems.id, orderItemId)))
}

function assertCovered(held: readonly HeldLine[], { orderItemId, sku }: { orderItemId: string; sku: string }): void {
  const line = held.find((one) => one.orderItemId === orderItemId)
  if (!line || line.isCovered) return
  const { quantity, lacking } = line
  throw new AppError(
    'conflict',
    say('Only {covered} of {quantity} units of {sku} are in stock.', { covered: quantity - lacking, quantity, sku }),
  )
}

async function checkAgain(tx: Tx, ctx: CompanyContext, orderId: string, held: readonly HeldLine[]): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const short = checkStock(held)
  const items = short.length > 0 ? [] : [{ orderId, code: 'not_enough_stock' as const }]
  await resolveAttention(tx, companyId, items, { at, resolution: 'Another SKU is sent' })
  await raiseAttention(tx, companyId, at, short)
  await setFulfillAfter(tx, companyId, [orderId], at)
  await publishAttentionChange(tx, ctx)
}
