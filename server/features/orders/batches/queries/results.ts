import { sql } from 'drizzle-orm'
import type { BatchResult } from '#contract/order-batches.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { attemptOfItem, outcomeOfItem } from './outcome.ts'

type ResultRecord = Omit<BatchResult, 'message'> & { refusal: string | null }

/** A result per order, as they were picked. */
export async function listResults(tx: Tx, companyId: string, batchId: string): Promise<BatchResult[]> {
  const { rows } = await tx.execute<ResultRecord>(sql`
    select i.order_id as "orderId", o.order_number as "orderNumber", o.external_order_id as "externalOrderId", o.status,
      ${outcomeOfItem} as outcome, coalesce(i.message, f.error) as refusal
    from order_batch_items i left join ${attemptOfItem}
    join orders o on o.company_id = i.company_id and o.id = i.order_id
    where i.company_id = ${companyAtRunTime(companyId)} and i.batch_id = ${batchId}
    order by i.position`)
  return rows.map(({ refusal, ...result }) => ({ ...result, message: messageOf(result, refusal) }))
}

/** An attempt that somebody stopped has no error of its own. */
const messageOf = ({ outcome }: Pick<BatchResult, 'outcome'>, refusal: string | null): string | null =>
  outcome === 'refused' ? (refusal ?? 'The order was cancelled before Amazon took it.') : null
