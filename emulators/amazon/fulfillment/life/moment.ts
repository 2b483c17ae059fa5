import type { Seller, World } from '../../world.ts'
import type { FulfillmentOrder } from '../book.ts'

/** One moment in the life of an order. */
export type Moment = { world: World; seller: Seller; order: FulfillmentOrder; at: string }

export const after = (moment: string, seconds: number): string =>
  new Date(new Date(moment).getTime() + seconds * 1000).toISOString()
