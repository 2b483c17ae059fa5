import { and, count, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'

const maxPayloads = 20

const isPayloadOf = (companyId: string, orderId: string) =>
  and(eq(webhookEvents.companyId, companyId), eq(webhookEvents.orderId, orderId), eq(webhookEvents.isVerified, true))

export type EncryptedPayload = Awaited<ReturnType<typeof listPayloadsOf>>[number]

/** What the channel told of an order, newest first, sealed. */
export async function listPayloadsOf(tx: Tx, companyId: string, orderId: string) {
  const { id, eventType, payload, createdAt } = webhookEvents
  return tx
    .select({ id, eventType, payload, receivedAt: createdAt })
    .from(webhookEvents)
    .where(isPayloadOf(companyId, orderId))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxPayloads)
}

export async function countPayloadsOf(tx: Tx, companyId: string, orderId: string): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(webhookEvents).where(isPayloadOf(companyId, orderId))
  return counted?.total ?? 0
}
