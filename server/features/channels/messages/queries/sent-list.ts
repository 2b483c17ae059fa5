import { and, count, desc, eq } from 'drizzle-orm'
import type { SentMessage } from '#contract/channel-deliveries.ts'
import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

type OnChannel = { companyId: string; channelId: string }

const fields = {
  id: channelDeliveries.id,
  eventType: channelDeliveries.eventType,
  orderId: channelDeliveries.orderId,
  orderNumber: orders.orderNumber,
  url: channelDeliveries.url,
  status: channelDeliveries.status,
  attempts: channelDeliveries.attempts,
  responseStatus: channelDeliveries.responseStatus,
  error: channelDeliveries.error,
  createdAt: channelDeliveries.createdAt,
  nextAttemptAt: channelDeliveries.nextAttemptAt,
  deliveredAt: channelDeliveries.deliveredAt,
  key: microsecondsOf(channelDeliveries.createdAt),
}

const ofChannel = ({ companyId, channelId }: OnChannel) =>
  and(eq(channelDeliveries.companyId, companyId), eq(channelDeliveries.channelId, channelId))

const selectMessages = (tx: Tx) =>
  tx
    .select(fields)
    .from(channelDeliveries)
    .leftJoin(orders, and(eq(orders.companyId, channelDeliveries.companyId), eq(orders.id, channelDeliveries.orderId)))

export async function listMessages(tx: Tx, channel: OnChannel, query: PageQuery): Promise<Page<SentMessage>> {
  const follows = olderThan(query.cursor, channelDeliveries.createdAt, channelDeliveries.id)
  const found = await selectMessages(tx)
    .where(and(ofChannel(channel), follows))
    .orderBy(desc(channelDeliveries.createdAt), desc(channelDeliveries.id))
    .limit(query.limit + 1)
  const [counted] = await tx.select({ total: count() }).from(channelDeliveries).where(ofChannel(channel))
  const page = toPage(found, query.limit, counted?.total ?? 0, ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(toSentMessage) }
}

export async function getMessageOrThrow(tx: Tx, channel: OnChannel, messageId: string): Promise<SentMessage> {
  const [found] = await selectMessages(tx).where(and(ofChannel(channel), eq(channelDeliveries.id, messageId)))
  if (!found) throw new AppError('not_found', 'There is no such message.')
  return toSentMessage(found)
}

/** Whether its time is over, so that nothing is left to be sent again. */
export async function isErasedMessage(tx: Tx, channel: OnChannel, messageId: string): Promise<boolean> {
  const [found] = await tx
    .select({ payload: channelDeliveries.payload })
    .from(channelDeliveries)
    .where(and(ofChannel(channel), eq(channelDeliveries.id, messageId)))
  return found?.payload === ''
}

type Found = Awaited<ReturnType<typeof selectMessages>>[number]

const toSentMessage = ({ key: _key, createdAt, nextAttemptAt, deliveredAt, ...message }: Found): SentMessage => ({
  ...message,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
