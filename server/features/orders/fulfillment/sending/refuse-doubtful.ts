import { readCoverage } from '#server/features/inventory/read-coverage.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listOpenAttentionOf } from '../../queries/order-detail.ts'
import type { ChosenLine } from './choose-lines.ts'
import { checkHolder, checkStock, checkWanted } from './doubts.ts'

type Doubted = { companyId: string; orderId: string; lines: readonly ChosenLine[] }

export async function refuseUnwanted(tx: Tx, companyId: string, orderId: string): Promise<void> {
  checkWanted(await listOpenAttentionOf(tx, companyId, orderId))
}

/** What only somebody who insists may send: what is no longer wanted, and what Amazon seems not to have. */
export async function refuseDoubtful(tx: Tx, { companyId, orderId, lines }: Doubted): Promise<void> {
  await refuseUnwanted(tx, companyId, orderId)
  checkHolder(lines)
  checkStock(lines, await readCoverage(tx, companyId, [orderId]))
}
