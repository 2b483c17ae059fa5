import type { Answer, Call } from '../operation.ts'
import { findAmazonOrder, mayAsk } from './find-order.ts'

const name = 'productReviewAndSellerFeedback'

export function getSolicitationActions(call: Call): Answer {
  const order = findAmazonOrder(call)
  const base = `/solicitations/v1/orders/${order.amazonOrderId}`
  const scope = `marketplaceIds=${order.marketplaceId}`
  const self = { href: `${base}?${scope}` }
  const action = { href: `${base}/solicitations/${name}?${scope}`, name }
  if (!mayAsk(order, call.now))
    return { status: 200, body: { _links: { self, actions: [] }, _embedded: { actions: [] } } }
  const embedded = {
    _links: { self: action, schema: { href: `${base}/solicitations/${name}/schema`, name } },
    payload: { name },
  }
  return { status: 200, body: { _links: { self, actions: [action] }, _embedded: { actions: [embedded] } } }
}
