import { readCoverage } from '#server/features/inventory/read-coverage.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listOpenAttentionOf } from '../../queries/order-detail.ts'
import type { ChosenLine } from './choose-lines.ts'
import { assertHeldByAmazon, assertInStock, assertNotShippedOrCancelled } from './doubts.ts'

type ShipmentToCheck = { companyId: string; orderId: string; lines: readonly ChosenLine[] }

export async function assertWantedByChannel(tx: Tx, companyId: string, orderId: string): Promise<void> {
  assertNotShippedOrCancelled(await listOpenAttentionOf(tx, companyId, orderId))
}

/** What only somebody who insists may send: what is no longer wanted, and what Amazon seems not to have. */
export async function assertShippable(tx: Tx, { companyId, orderId, lines }: ShipmentToCheck): Promise<void> {
  await assertWantedByChannel(tx, companyId, orderId)
  assertHeldByAmazon(lines)
  assertInStock(lines, await readCoverage(tx, companyId, [orderId]))
}
