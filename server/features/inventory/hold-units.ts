import type { Tx } from '#server/platform/db/client.ts'
import { holdMissingUnits, readWaitingLines, skusOfOrder, type HeldLine } from './queries/holds.ts'
import { lockLevels, settleLevels } from './queries/levels.ts'

type Order = { companyId: string; orderId: string; at: Date }

/**
 * Holds the units of an order until Amazon has them. They are held even where they are lacking, since the customer has
 * paid; the answer says of each line whether its units are there. Repeated, it adds only what is lacking by then.
 */
export async function holdUnits(tx: Tx, { companyId, orderId, at }: Order): Promise<HeldLine[]> {
  const skus = skusOfOrder(companyId, orderId)
  await lockLevels(tx, companyId, skus)
  await holdMissingUnits(tx, companyId, orderId)
  await settleLevels(tx, companyId, skus, at)
  return readWaitingLines(tx, companyId, orderId)
}
