import { parseMoment } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readToken, takePage } from '../paging.ts'
import { describeOrder, describeOrderInFull } from './answer-order.ts'
import { findOrder } from './find-order.ts'

const pageSize = 50
const hour = 60 * 60 * 1000

export function getFulfillmentOrder(call: Call): Answer {
  return { status: 200, body: { payload: describeOrderInFull(findOrder(call), call.world.fulfillment) } }
}

/** Those whose status changed at or after a moment; the last day and a half when none is given. */
export function listAllFulfillmentOrders({ query, seller, now }: Call): Answer {
  const token = query.get('nextToken')
  const place = token ? readToken(token) : undefined
  const since = place?.of ?? readSince(query.get('queryStartDate'), now)
  // In the order they came in, which a change of status while somebody reads doesn't disturb.
  const orders = Object.values(seller.fulfillment.orders)
    .filter(({ statusAt, id }) => statusAt >= since || id === place?.after)
    .toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt))
  const { page, nextToken } = takePage(orders, ({ id }) => id, pageSize, place, since)
  return {
    status: 200,
    body: { payload: { ...(nextToken ? { nextToken } : {}), fulfillmentOrders: page.map(describeOrder) } },
  }
}

function readSince(text: string | null, now: Date): string {
  if (!text) return new Date(now.getTime() - 36 * hour).toISOString()
  const since = parseMoment(text)
  if (!since) throw invalidInput('timestamp must follow ISO8601')
  return since.toISOString()
}
