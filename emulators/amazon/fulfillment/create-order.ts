import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import type { FulfillmentOrder } from './book.ts'
import { markMoving } from './life/catch-up.ts'
import { schedule, setStatus } from './life/status.ts'
import { chooseMarketplace } from './marketplace.ts'
import { CreateOrder } from './requests/create-order.ts'
import { checkOrderRules, checkSkus } from './rules.ts'

/** The seller's own id is the key: the same one again is refused, not answered as the first time. */
export function createFulfillmentOrder({ body, seller, state, now }: Call): Answer {
  const asked = readBody(CreateOrder, body)
  const id = asked.sellerFulfillmentOrderId
  if (seller.fulfillment.orders[id]) {
    throw invalidInput(`A create request already exists for MerchantFulfillmentOrderId : ${id}`)
  }
  const marketplaceId = chooseMarketplace(seller, asked.marketplaceId)
  checkOrderRules(asked, marketplaceId)
  checkSkus(
    seller,
    marketplaceId,
    asked.items.map(({ sellerSku }) => sellerSku),
  )
  const at = now.toISOString()
  const order: FulfillmentOrder = {
    id,
    marketplaceId,
    asked,
    status: 'New',
    receivedAt: at,
    statusAt: at,
    fate: state.fulfillment.fate,
    lines: asked.items.map((item) => ({
      itemId: item.sellerFulfillmentOrderItemId,
      sku: item.sellerSku,
      quantity: item.quantity,
      reserved: 0,
      shipped: 0,
      cancelled: 0,
      unfulfillable: 0,
    })),
    shipments: [],
    next: null,
    cancelRequestedAt: null,
    returns: [],
    authorizations: [],
  }
  seller.fulfillment.orders[id] = order
  const moment = { world: state, seller, order, at }
  setStatus(moment, 'New')
  schedule(moment, 'receive', state.fulfillment.timings.receive)
  markMoving(seller, order)
  return { status: 200, body: {} }
}
