import type { Answer, Call, Operation } from '../operation.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import { readList } from '../request-input.ts'
import type { AmazonOrder, Seller } from '../state.ts'

const order = '/solicitations/v1/orders/:amazonOrderId'

export const solicitationsOperations: Operation[] = [
  {
    name: 'getSolicitationActionsForOrder',
    method: 'GET',
    path: order,
    rate: 1,
    burst: 5,
    answer: getSolicitationActions,
  },
  {
    name: 'createProductReviewAndSellerFeedbackSolicitation',
    method: 'POST',
    path: `${order}/solicitations/productReviewAndSellerFeedback`,
    rate: 1,
    burst: 5,
    answer: createSolicitation,
  },
]

const actionName = 'productReviewAndSellerFeedback'

function getSolicitationActions(call: Call): Answer {
  const order = findAmazonOrder(call)
  const base = `/solicitations/v1/orders/${order.amazonOrderId}`
  const scope = `marketplaceIds=${order.marketplaceId}`
  const self = { href: `${base}?${scope}` }
  const action = { href: `${base}/solicitations/${actionName}?${scope}`, name: actionName }
  if (!canSolicit(order, call.now))
    return { status: 200, body: { _links: { self, actions: [] }, _embedded: { actions: [] } } }
  const embedded = {
    _links: { self: action, schema: { href: `${base}/solicitations/${actionName}/schema`, name: actionName } },
    payload: { name: actionName },
  }
  return { status: 200, body: { _links: { self, actions: [action] }, _embedded: { actions: [embedded] } } }
}

/** Refused with 403 like an invalid token, but with another message. */
function createSolicitation(call: Call): Answer {
  const order = findAmazonOrder(call)
  if (!canSolicit(order, call.now)) {
    throw new Refusal(403, 'Unauthorized', 'This solicitation is not available for this amazonOrderId at this time.')
  }
  order.solicitedAt = call.now.toISOString()
  return { status: 201, body: {} }
}

/** The order in the path, in the one marketplace of the query. */
function findAmazonOrder({ params, query, seller }: Call): AmazonOrder {
  const id = params['amazonOrderId'] ?? ''
  if (!/^\d{3}-\d{7}-\d{7}$/.test(id)) throw invalidInput('amazonOrderId is not of the form 123-1234567-1234567.')
  const [marketplaceId, ...more] = readList(query, 'marketplaceIds')
  if (!marketplaceId || more.length > 0) throw invalidInput('marketplaceIds must name one marketplace.')
  const order = seller.amazonOrders[id]
  if (order?.marketplaceId !== marketplaceId) throw new Refusal(404, 'NotFound', `The order ${id} does not exist.`)
  return order
}

const day = 24 * 60 * 60 * 1000

/** Allowed once, from 5 days after the first delivery to 30 days after the last. */
function canSolicit({ delivered, solicitedAt }: AmazonOrder, now: Date): boolean {
  if (!delivered || solicitedAt) return false
  const time = now.getTime()
  const opens = new Date(delivered.earliest).getTime() + 5 * day
  const closes = new Date(delivered.latest).getTime() + 30 * day
  return time >= opens && time <= closes
}

/** Adds an order placed on Amazon, for the control plane and tests. */
export function placeAmazonOrder(seller: Seller, order: Omit<AmazonOrder, 'solicitedAt'>): void {
  seller.amazonOrders[order.amazonOrderId] = { ...order, solicitedAt: null }
}
