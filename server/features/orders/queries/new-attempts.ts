import { and, eq, max } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { newId } from '#server/platform/ids.ts'
import { sellerFulfillmentOrderId } from '../fulfillment/name-at-amazon.ts'

type NewAttempt = Pick<typeof fulfillments.$inferInsert, 'shippingSpeed' | 'isBulk'> & {
  companyId: string
  orderId: string
  channelId: string | null
  externalOrderId: string
  integrationId: string
  marketplaceId: string
  at: Date
  lines: readonly { orderItemId: string; quantity: number }[]
}

/** For whoever has locked the order: the attempt's number, and with it its name at Amazon, is the order's next one. */
export async function insertAttempt(tx: Tx, { channelId, externalOrderId, lines, at, ...columns }: NewAttempt) {
  const { companyId, orderId } = columns
  const id = newId()
  const attempt = (await lastAttemptNumber(tx, companyId, orderId)) + 1
  const externalFulfillmentId = sellerFulfillmentOrderId({ channelId, externalOrderId }, attempt)
  const row = { ...columns, id, attempt, externalFulfillmentId, createdAt: at, nextCheckAt: at }
  await tx.insert(fulfillments).values(row)
  const items = lines.map(({ orderItemId, quantity }) => ({ companyId, fulfillmentId: id, orderItemId, quantity }))
  await insertRows(tx, fulfillmentItems, items)
  return { id, externalFulfillmentId }
}

/** Its number; 0 where there was none. */
export async function lastAttemptNumber(tx: Tx, companyId: string, orderId: string): Promise<number> {
  const [last] = await tx
    .select({ attempt: max(fulfillments.attempt) })
    .from(fulfillments)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
  return last?.attempt ?? 0
}
