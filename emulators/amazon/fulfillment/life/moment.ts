import type { Seller, World } from '../../world.ts'
import type { FulfillmentOrder } from '../book.ts'

/** One moment in the life of an order. */
export type Moment = { world: World; seller: Seller; order: FulfillmentOrder; at: string }
