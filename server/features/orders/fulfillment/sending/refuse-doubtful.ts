import { readCoverage } from '#server/features/inventory/read-coverage.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listed } from '../../attention/listed.ts'
import { judgeStock } from '../../attention/judge-orders.ts'
import { listOpenAttentionOf } from '../../queries/order-detail.ts'
import type { ChosenLine } from './choose-lines.ts'
import { SendingRefused } from './sending-refused.ts'

type Doubted = { companyId: string; orderId: string; lines: readonly ChosenLine[] }

/** What its channel says it has shipped itself, or has cancelled. */
export async function refuseUnwanted(tx: Tx, companyId: string, orderId: string): Promise<void> {
  for (const { code, reason } of await listOpenAttentionOf(tx, companyId, orderId)) {
    if (code === 'shipped_by_channel' || code === 'cancelled_by_channel') throw new SendingRefused(code, reason)
  }
}

/** What only somebody who insists may send: what is no longer wanted, and what Amazon seems not to have. */
export async function refuseDoubtful(tx: Tx, { companyId, orderId, lines }: Doubted): Promise<void> {
  await refuseUnwanted(tx, companyId, orderId)
  const elsewhere = lines.filter(({ isAtAmazon }) => !isAtAmazon).map(({ sku }) => sku)
  if (elsewhere.length > 0) {
    throw new SendingRefused('unfulfillable', `Amazon does not hold ${listed(elsewhere)}, so it can’t ship it.`)
  }
  const wanted = new Map(lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  const coverage = await readCoverage(tx, companyId, [orderId])
  const [short] = judgeStock(
    coverage.filter((line) => (wanted.get(line.orderItemId) ?? 0) > line.quantity - line.lacking),
  )
  if (short) throw new SendingRefused('not_enough_stock', short.reason)
}
