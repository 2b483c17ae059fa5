import { sql } from 'drizzle-orm'
import type { AttentionCode } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { newId } from '#server/platform/ids.ts'

type AttentionSubject = { orderId: string } | { deliveryId: string }
export type AttentionToRaise = AttentionSubject & { code: AttentionCode; reason: string }

/** Puts things on the list of what waits for a person. What stands there already gets the newer reason. */
export async function raiseAttention(
  tx: Tx,
  companyId: string,
  at: Date,
  raised: readonly AttentionToRaise[],
): Promise<void> {
  const rows = raised.map((item) => ({
    companyId,
    id: newId(),
    orderId: 'orderId' in item ? item.orderId : null,
    webhookEventId: 'deliveryId' in item ? item.deliveryId : null,
    code: item.code,
    reason: item.reason,
    raisedAt: at,
  }))
  const subjects = [
    { of: rows.filter((row) => row.orderId), column: sql`order_id` },
    { of: rows.filter((row) => row.webhookEventId), column: sql`webhook_event_id` },
  ]
  for (const { of, column } of subjects) {
    await insertRows(
      tx,
      attentionItems,
      of,
      sql`on conflict (company_id, ${column}, code) where resolved_at is null do update set reason = excluded.reason`,
    )
  }
}
