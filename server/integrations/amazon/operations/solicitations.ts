import { z } from 'zod'
import { operation } from '../operation.ts'
import { list, maybe, noContent } from './response-schemas.ts'
import { path } from './request-schemas.ts'

/** Orders placed on Amazon itself: ids of 3-7-7 digits. */
type AmazonOrder = { amazonOrderId: string; marketplaceId: string }

const at = ({ amazonOrderId }: AmazonOrder) => '/solicitations/v1/orders' + path`/${amazonOrderId}`

/** The requests to the buyer that are allowed now. An empty list is common and can change later. */
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

/** Possible once per order; Amazon refuses a second time with 403. */
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
