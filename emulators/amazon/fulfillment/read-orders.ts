import type { Answer, Call } from '../operation.ts'
import { secondsAfter } from '../seconds-after.ts'
import { readToken, takePage } from '../paging.ts'
import { describeOrder, describeOrderInFull } from './answer-order.ts'
import { findOrder } from './find-order.ts'
import { readSince } from './read-since.ts'
import { compareText } from '../compare.ts'

const pageSize = 50
const dayAndAHalf = 36 * 60 * 60

export function getFulfillmentOrder(call: Call): Answer {
  return { status: 200, body: { payload: describeOrderInFull(findOrder(call), call.state.fulfillment) } }
}

/** Those whose status changed at or after a moment; the last day and a half when none is given. */
export function listAllFulfillmentOrders({ query, seller, now }: Call): Answer {
  const token = query.get('nextToken')
  const place = token ? readToken(token) : undefined
  const since = place?.of ?? readSince(query) ?? secondsAfter(now, -dayAndAHalf)
  // In the order they came in, which a change of status while somebody reads doesn't disturb.
  const orders = Object.values(seller.fulfillment.orders)
    .filter(({ statusAt, id }) => statusAt >= since || id === place?.after)
    .toSorted((one, other) => compareText(one.receivedAt, other.receivedAt))
  const { page, nextToken } = takePage(orders, ({ id }) => id, pageSize, place, since)
  return {
    status: 200,
    body: { payload: { ...(nextToken ? { nextToken } : {}), fulfillmentOrders: page.map(describeOrder) } },
  }
}
