import type { Answer, Call } from '../operation.ts'
import { findAmazonOrder, canSolicit } from './find-order.ts'

const actionName = 'productReviewAndSellerFeedback'

export function getSolicitationActions(call: Call): Answer {
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
