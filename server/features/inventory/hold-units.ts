import type { Tx } from '#server/platform/db/client.ts'
import { applyOrderChanges } from './follow-orders.ts'
import type { HeldLine } from './queries/holds.ts'

type OrderToHold = { companyId: string; orderId: string; at: Date }

/**
 * Holds the units of an order until Amazon has them. They are held even where they are lacking, since the customer has
 * paid; the answer says of each line whether its units are there. Repeated, it adds only what is lacking by then.
 */
export const holdUnits = (tx: Tx, { companyId, orderId, at }: OrderToHold): Promise<HeldLine[]> =>
  applyOrderChanges(tx, { companyId, revised: [orderId], at })
