import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { list, maybe, payload } from '../response-schemas.ts'
import { path, listOf, text, validateRequest } from '../request-schemas.ts'
import { base, fulfillmentOrders, rateLimit } from './order-schemas.ts'

type ReasonQuestion = {
  sellerSku: string
  marketplaceId?: string
  sellerFulfillmentOrderId?: string
  language?: string
}

export const listReturnReasonCodes = operation({
  name: 'listReturnReasonCodes',
  method: 'GET',
  ...rateLimit,
  request: (query: ReasonQuestion) => ({ path: `${base}/returnReasonCodes`, query }),
  wire: payload(
    z.object({
      reasonCodeDetails: list(
        z.object({
          returnReasonCode: z.string(),
          description: z.string(),
          translatedDescription: maybe(z.string()),
        }),
      ),
    }),
  ),
})

const NewReturn = z.object({
  items: listOf(
    'Returned units',
    z.object({
      sellerReturnItemId: text('Return’s id', 80),
      sellerFulfillmentOrderItemId: text('Line’s id', 50),
      amazonShipmentId: text('Amazon’s shipment'),
      returnReasonCode: text('Reason of the return'),
      returnComment: text('Comment of the return', 1000).optional(),
    }),
  ),
})

const ReturnedItem = z.object({
  sellerReturnItemId: z.string(),
  sellerFulfillmentOrderItemId: z.string(),
  amazonShipmentId: z.string(),
  status: z.string(),
  returnAuthorizationId: maybe(z.string()),
})

const RefusedItem = z.object({
  sellerReturnItemId: z.string(),
  sellerFulfillmentOrderItemId: z.string(),
  invalidItemReason: z.object({ invalidItemReasonCode: z.string(), description: z.string() }),
})

/** Not idempotent: a unit that is sent a second time comes back as an invalid item. */
export const createFulfillmentReturn = operation({
  name: 'createFulfillmentReturn',
  method: 'PUT',
  ...rateLimit,
  isRepeatable: false,
  request: (input: { sellerFulfillmentOrderId: string; body: z.input<typeof NewReturn> }) => ({
    path: fulfillmentOrders + path`/${input.sellerFulfillmentOrderId}/return`,
    body: validateRequest(say('The return'), NewReturn, input.body),
  }),
  wire: payload(
    z.object({
      returnItems: list(ReturnedItem),
      invalidReturnItems: list(RefusedItem),
      returnAuthorizations: list(
        z.object({ returnAuthorizationId: z.string(), amazonRmaId: z.string(), rmaPageURL: z.string() }),
      ),
    }),
  ),
})
