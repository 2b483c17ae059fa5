import { and, count, desc, eq } from 'drizzle-orm'
import { formatMessage } from '#contract/i18n.ts'
import type { Payload } from '#contract/orders.ts'
import { formatBytes, decryptContent, erasedContent } from '#server/features/channels/inbox/delivery-content.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { getOrderRowOrThrow } from '../order-queries.ts'

/** Payloads contain the customer's address, so reading them is audited. */
export async function listPayloads(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<Payload[]> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await getOrderRowOrThrow(tx, companyId, orderId)
    const payloads = await listPayloadsOf(tx, companyId, orderId)
    if (payloads.length > 0) {
      await recordAudit(tx, ctx, { action: 'order.payloads', resource: 'order', resourceId: orderId, companyId })
    }
    return payloads.map(({ id, eventType, receivedAt, payload }) => ({
      id,
      eventType,
      receivedAt: receivedAt.toISOString(),
      text: textOf(ctx, { id, payload }),
    }))
  })
}

const maxBytes = 64 * 1024

function textOf(
  { vault, companyId }: CompanyContext,
  { id, payload }: Pick<EncryptedPayload, 'id' | 'payload'>,
): string {
  if (payload === '') return formatMessage(erasedContent)
  const { body } = decryptContent(vault, { companyId, id }, payload)
  const rest = body.length - maxBytes
  return rest > 0 ? `${formatBytes(wholeCharacters(body))}\n… ${rest} more bytes` : formatBytes(body)
}

/** Moves the cut to a UTF-8 character boundary; half a character would make the text look binary. */
function wholeCharacters(body: Buffer): Buffer {
  let end = maxBytes
  while (end > maxBytes - 4 && ((body[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return body.subarray(0, end)
}

const maxPayloads = 20

type EncryptedPayload = Awaited<ReturnType<typeof listPayloadsOf>>[number]

/** The payloads the channel sent for an order, newest first, encrypted. */
async function listPayloadsOf(tx: Tx, companyId: string, orderId: string) {
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

const isPayloadOf = (companyId: string, orderId: string) =>
  and(eq(webhookEvents.companyId, companyId), eq(webhookEvents.orderId, orderId), eq(webhookEvents.isVerified, true))
