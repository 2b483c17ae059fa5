import { sql } from 'drizzle-orm'
import type { AttentionCode } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'

export type AttentionRef = { orderId: string; code: AttentionCode }

/** Takes things off the list; `resolution` says why. Answers those that stood on it. */
export async function resolveAttention(
  tx: Tx,
  companyId: string,
  items: readonly AttentionRef[],
  { at, resolution }: { at: Date; resolution: string },
): Promise<AttentionRef[]> {
  if (items.length === 0) return []
  const { rows } = await tx.execute<AttentionRef>(sql`
    update attention_items a set resolved_at = ${at.toISOString()}::timestamptz, resolution = ${resolution}
    from json_to_recordset(${JSON.stringify(items)}::json) as s("orderId" uuid, code text)
    where a.company_id = ${companyId} and a.order_id = s."orderId" and a.code = s.code and a.resolved_at is null
    returning a.order_id as "orderId", a.code`)
  return rows
}
