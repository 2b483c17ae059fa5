import type { Seller, AmazonState } from '../../world.ts'
import type { FulfillmentOrder } from '../book.ts'

/** One moment in the life of an order. */
export type Moment = { world: AmazonState; seller: Seller; order: FulfillmentOrder; at: string }
