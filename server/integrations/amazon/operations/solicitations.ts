import { z } from 'zod'
import { operation } from '../operation.ts'
import { list, maybe, noContent } from './response-schemas.ts'
import { path } from './request-schemas.ts'

/** Amazon's own orders only: 3-7-7 digits. */
type AmazonOrder = { amazonOrderId: string; marketplaceId: string }

const at = ({ amazonOrderId }: AmazonOrder) => '/solicitations/v1/orders' + path`/${amazonOrderId}`

/** What may be asked of the buyer now. None at all is usual, and can change later. */
export const getSolicitationActionsForOrder = operation({
  name: 'getSolicitationActionsForOrder',
  method: 'GET',
  rate: 1,
  burst: 5,
  request: (order: AmazonOrder) => ({ path: at(order), query: { marketplaceIds: [order.marketplaceId] } }),
  wire: z.object({
    _links: maybe(z.object({ actions: list(z.object({ href: z.string(), name: maybe(z.string()) })) })),
  }),
})

/** Once per order; a second time is refused with 403. */
export const createProductReviewAndSellerFeedbackSolicitation = operation({
  name: 'createProductReviewAndSellerFeedbackSolicitation',
  method: 'POST',
  rate: 1,
  burst: 5,
  isRepeatable: false,
  request: (order: AmazonOrder) => ({
    path: `${at(order)}/solicitations/productReviewAndSellerFeedback`,
    query: { marketplaceIds: [order.marketplaceId] },
  }),
  wire: noContent,
})
