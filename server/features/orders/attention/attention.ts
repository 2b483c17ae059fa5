import { and, eq, sql } from 'drizzle-orm'
import { inEnglish, type Sentence } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { messageOf } from '#server/platform/db/sentences.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { newId } from '#server/platform/ids.ts'

type AttentionSubject = { orderId: string } | { deliveryId: string }

export type AttentionToRaise = AttentionSubject & { code: AttentionCode; reason: Sentence }

/** Upserts attention items: an open item with the same subject and code gets the newer reason. */
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
    reason: inEnglish(item.reason),
    sentence: messageOf(item.reason),
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
      sql`on conflict (company_id, ${column}, code) where resolved_at is null do update set reason = excluded.reason, sentence = excluded.sentence`,
    )
  }
}

export type AttentionRef = { orderId: string; code: AttentionCode }

/** Resolves open attention items and returns those that were open. */
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

/** All attention items of an order, open and resolved. */
export async function listAttentionOf(tx: Tx, companyId: string, orderId: string) {
  return tx
    .select({
      code: attentionItems.code,
      reason: attentionItems.reason,
      isOpen: sql<boolean>`${attentionItems.resolvedAt} is null`,
    })
    .from(attentionItems)
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.orderId, orderId)))
}
