import type { Tx } from '#server/platform/db/client.ts'
import { followOrders } from './follow-orders.ts'
import type { HeldLine } from './queries/holds.ts'

type Order = { companyId: string; orderId: string; at: Date }

/**
 * Holds the units of an order until Amazon has them. They are held even where they are lacking, since the customer has
 * paid; the answer says of each line whether its units are there. Repeated, it adds only what is lacking by then.
 */
export const holdUnits = (tx: Tx, { companyId, orderId, at }: Order): Promise<HeldLine[]> =>
  followOrders(tx, { companyId, revised: [orderId], at })
