import { readList } from '../input.ts'
import type { Call } from '../operation.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import type { AmazonOrder } from './book.ts'

const day = 24 * 60 * 60 * 1000

/** The order that the path names, in the one marketplace that the query names. */
export function findAmazonOrder({ params, query, seller }: Call): AmazonOrder {
  const id = params['amazonOrderId'] ?? ''
  if (!/^\d{3}-\d{7}-\d{7}$/.test(id)) throw invalidInput('amazonOrderId is not of the form 123-1234567-1234567.')
  const [marketplaceId, ...more] = readList(query, 'marketplaceIds')
  if (!marketplaceId || more.length > 0) throw invalidInput('marketplaceIds must name one marketplace.')
  const order = seller.amazonOrders[id]
  if (order?.marketplaceId !== marketplaceId) throw new Refusal(404, 'NotFound', `The order ${id} does not exist.`)
  return order
}

/** From five days after the first delivery to thirty after the last, and once. */
export function canSolicit({ delivered, solicitedAt }: AmazonOrder, now: Date): boolean {
  if (!delivered || solicitedAt) return false
  const time = now.getTime()
  const opens = new Date(delivered.earliest).getTime() + 5 * day
  const closes = new Date(delivered.latest).getTime() + 30 * day
  return time >= opens && time <= closes
}
