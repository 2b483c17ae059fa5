import { requireParameter } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { chooseMarketplace } from './marketplace.ts'

const returnReasons: Record<string, string> = {
  'CR-UNWANTED_ITEM': 'No longer wanted',
  'CR-ORDERED_WRONG_ITEM': 'Ordered by mistake',
  'CR-DEFECTIVE': 'Does not work',
  'CR-MISSING_PARTS': 'Parts are missing',
  'CR-DAMAGED_BY_CARRIER': 'Damaged on the way',
  'CR-SWITCHEROO': 'Not what was ordered',
}

export const isReturnReason = (code: string): boolean => code in returnReasons

/** The marketplace is named, or it is that of an order. */
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
