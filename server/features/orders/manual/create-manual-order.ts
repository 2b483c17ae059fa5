import { addressProblems } from '#contract/addresses.ts'
import { AppError, fieldError } from '#contract/errors.ts'
import { asMessage, joinMessages, say } from '#contract/i18n.ts'
import type { ManualOrderInput } from '#contract/manual-orders.ts'
import type { OrderRow } from '#contract/orders.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { lockIntake } from '../intake/queries.ts'
import { getOrderRowOrThrow } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { enterOrders } from './enter-orders.ts'
import { findOrderOfNumber, findOrderOfRequest, listSkusById, readCurrency } from './queries.ts'

type CreatedOrder = OrderRow & { isNew: boolean }

/** Enters an order by hand. Idempotent by `requestId`; the intake lock serializes the same request sent twice at once. */
export async function createManualOrder(ctx: CompanyContext, input: ManualOrderInput): Promise<CreatedOrder> {
  assertReconciled(ctx)
  assertDeliverable(input)
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockIntake(tx, companyId)
    const known = await findOrderOfRequest(tx, companyId, input.requestId)
    if (known !== null) return { ...(await getOrderRowOrThrow(tx, companyId, known)), isNew: false }
    const orderId = await enter(tx, ctx, input)
    return { ...(await getOrderRowOrThrow(tx, companyId, orderId)), isNew: true }
  })
}

async function enter(tx: Tx, ctx: CompanyContext, input: ManualOrderInput): Promise<string> {
  const { companyId } = ctx
  const { requestId, number = null, customerId = null, replacesOrderId = null, messagesCustomer, items } = input
  if (number !== null) await assertNumberFree(tx, companyId, number)
  const original = replacesOrderId === null ? null : await getOrderRowOrThrow(tx, companyId, replacesOrderId)
  const description = original
    ? say('Entered manually to replace {orderNumber} ({items, plural, one {# item} other {# items}})', {
        orderNumber: original.orderNumber,
        items: items.length,
      })
    : say('Entered manually ({items, plural, one {# item} other {# items}})', { items: items.length })
  const order = await toOrderData(tx, companyId, input)
  const [entered] = await enterOrders(tx, ctx, [
    { requestId, number, customerId, replacesOrderId, messagesCustomer, description, order },
  ])
  if (!entered) throw new Error('No order was entered')
  const { orderId, orderNumber } = entered
  if (original) await linkOriginal(tx, ctx, original.id, orderNumber)
  await recordAudit(tx, ctx, {
    action: 'order.create',
    resource: 'order',
    resourceId: orderId,
    companyId,
    after: { orderNumber, number, replaces: original?.orderNumber ?? null, messagesCustomer },
  })
  return orderId
}

const linkOriginal = (tx: Tx, { companyId, actor, clock }: CompanyContext, orderId: string, orderNumber: string) =>
  recordTimeline(tx, companyId, [
    {
      orderId,
      event: 'order.replaced',
      description: say('Replacement {orderNumber} entered.', { orderNumber }),
      by: actor,
      at: clock.now(),
    },
  ])

function assertDeliverable({ address }: ManualOrderInput): void {
  const fields = addressProblems(address).map(({ field, message }) => ({
    field: `address.${field}`,
    message: asMessage(message),
  }))
  if (fields.length === 0) return
  const problems = joinMessages(
    fields.map(({ message }) => message),
    '; ',
  )
  throw new AppError('invalid', say('{problems}.', { problems }), fields)
}

async function assertNumberFree(tx: Tx, companyId: string, number: string): Promise<void> {
  const known = await findOrderOfNumber(tx, companyId, number)
  if (known === null) return
  const problem = say('Order {orderNumber} already has this number', { orderNumber: known.orderNumber })
  throw fieldError('number', problem, 'conflict')
}

async function toOrderData(tx: Tx, companyId: string, input: ManualOrderInput) {
  const { firstName, lastName, email, phone, address, items, shippingAmount, shippingSpeed, notes } = input
  const skus = await listSkusById(
    tx,
    companyId,
    items.map(({ skuId }) => skuId),
  )
  return {
    currency: input.currency ?? (await readCurrency(tx, companyId)),
    customer: { firstName, lastName, email, phone },
    shippingAddress: address,
    shippingAmount,
    shippingSpeed,
    notes,
    items: items.map(({ skuId, quantity, unitPrice }) => {
      const sku = skus.get(skuId)
      if (!sku) throw skuGone()
      return { ...sku, quantity, unitPrice }
    }),
  }
}

const skuGone = () => {
  const problem = say('A SKU in the order does not exist. Choose another one')
  return fieldError('items', problem)
}
