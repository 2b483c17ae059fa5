import { z } from 'zod'
import { makeCode } from '../generated-codes.ts'
import { secondsAfter } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readBody, requireParameter } from '../request-input.ts'
import { markMoving } from './lifecycle/advance-orders.ts'
import { type FulfillmentOrder, type ReturnItem, timingsOf } from './order.ts'
import { describeAuthorization, describeReturn } from './read-orders.ts'
import { chooseMarketplace, findOrder } from './request-parameters.ts'

const AskedReturn = z.object({
  sellerReturnItemId: z.string().min(1).max(80),
  sellerFulfillmentOrderItemId: z.string().min(1),
  amazonShipmentId: z.string().min(1),
  returnReasonCode: z.string().min(1),
  returnComment: z.string().max(1000).optional(),
})

type AskedReturn = z.output<typeof AskedReturn>

const CreateReturn = z.object({ items: z.array(AskedReturn).min(1) })

/** Creates returns; each item is one unit. Refused items are listed with their reason, the others are accepted. */
export function createFulfillmentReturn(call: Call): Answer {
  const { items } = readBody(CreateReturn, call.body)
  const order = findOrder(call)
  if (order.lines.every(({ shipped }) => shipped === 0)) {
    throw invalidInput(`No inventory available for Items.SellerFulfillmentOrderItemId: ${order.id}.`)
  }
  const { state, seller, now } = call
  const seed = [seller.id, order.id, now.toISOString()]
  const authorization = { id: `RMA${makeCode(seed, 13)}`, rmaId: `${makeCode(seed, 9)}RMA`, centerId: 'PHX7' }
  const accepted: ReturnItem[] = []
  const refused: object[] = []
  for (const item of items) {
    const reason = refusalReason(order, item)
    if (reason) {
      refused.push(describeRefused(item, reason))
      continue
    }
    const taken: ReturnItem = {
      id: item.sellerReturnItemId,
      itemId: item.sellerFulfillmentOrderItemId,
      shipmentId: item.amazonShipmentId,
      reasonCode: item.returnReasonCode,
      comment: item.returnComment,
      authorizationId: authorization.id,
      askedAt: now.toISOString(),
      backAt: secondsAfter(now.toISOString(), timingsOf(state.fulfillment, order).takeBack),
      isBack: false,
    }
    order.returns.push(taken)
    accepted.push(taken)
  }
  if (accepted.length > 0) {
    order.authorizations.push(authorization)
    markMoving(seller, order)
  }
  const payload = {
    returnItems: accepted.map(describeReturn),
    invalidReturnItems: refused,
    returnAuthorizations: accepted.length > 0 ? [describeAuthorization(authorization)] : [],
  }
  return { status: 200, body: { payload } }
}

type Reason = 'InvalidValues' | 'DuplicateRequest' | 'NoCompletedShipItems' | 'NoReturnableQuantity'

const refusalTexts: Record<Reason, string> = {
  InvalidValues: 'The item, the shipment or the reason is not known.',
  DuplicateRequest: 'This return was asked for before.',
  NoCompletedShipItems: 'The item has not been shipped.',
  NoReturnableQuantity: 'Every unit that was shipped has been returned.',
}

function refusalReason(order: FulfillmentOrder, item: AskedReturn): Reason | null {
  if (order.returns.some(({ id }) => id === item.sellerReturnItemId)) return 'DuplicateRequest'
  const shipment = order.shipments.find(({ id }) => id === item.amazonShipmentId)
  const parts = shipment?.lines.filter(({ itemId }) => itemId === item.sellerFulfillmentOrderItemId) ?? []
  if (parts.length === 0 || !isReturnReason(item.returnReasonCode)) return 'InvalidValues'
  if (shipment?.status !== 'SHIPPED') return 'NoCompletedShipItems'
  const sent = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const returned = order.returns.filter(
    ({ itemId, shipmentId }) => itemId === item.sellerFulfillmentOrderItemId && shipmentId === shipment.id,
  )
  return returned.length < sent ? null : 'NoReturnableQuantity'
}

const describeRefused = (item: AskedReturn, reason: Reason) => ({
  sellerReturnItemId: item.sellerReturnItemId,
  sellerFulfillmentOrderItemId: item.sellerFulfillmentOrderItemId,
  invalidItemReason: { invalidItemReasonCode: reason, description: refusalTexts[reason] },
})

const returnReasons: Record<string, string> = {
  'CR-UNWANTED_ITEM': 'No longer wanted',
  'CR-ORDERED_WRONG_ITEM': 'Ordered by mistake',
  'CR-DEFECTIVE': 'Does not work',
  'CR-MISSING_PARTS': 'Parts are missing',
  'CR-DAMAGED_BY_CARRIER': 'Damaged on the way',
  'CR-SWITCHEROO': 'Not what was ordered',
}

const isReturnReason = (code: string): boolean => code in returnReasons

/** The marketplace comes from the query or from the order. */
export function listReturnReasonCodes({ query, seller }: Call): Answer {
  requireParameter(query, 'sellerSku')
  const orderId = query.get('sellerFulfillmentOrderId')
  const order = orderId ? seller.fulfillment.orders[orderId] : undefined
  if (orderId && !order) throw invalidInput(`Requested order '${orderId}' not found`)
  chooseMarketplace(seller, query.get('marketplaceId') ?? order?.marketplaceId)
  const language = query.get('language')
  const reasonCodeDetails = Object.entries(returnReasons).map(([returnReasonCode, description]) => ({
    returnReasonCode,
    description,
    ...(language ? { translatedDescription: description } : {}),
  }))
  return { status: 200, body: { payload: { reasonCodeDetails } } }
}
