import { and, count, desc, eq } from 'drizzle-orm'
import type { SentMessage } from '#contract/channel-deliveries.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { maskUrl } from '#contract/masking.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { messageReceiver } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { updateMessage } from './queries.ts'

type SentQuery = PageQuery & { channelId: string }

export async function listSent(ctx: CompanyContext, { channelId, ...query }: SentQuery): Promise<Page<SentMessage>> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    await getChannelOrThrow(tx, companyId, channelId)
    const page = await listMessages(tx, { companyId, channelId }, query)
    return { ...page, rows: page.rows.map((message) => forReader(ctx, message)) }
  })
}

const forReader = (ctx: CompanyContext, message: SentMessage): SentMessage => ({
  ...message,
  error: translateStored(ctx, message.error),
})

type MessageKey = { channelId: string; messageId: string }

/** Sends a message again under its own id, to the channel's current receiver. */
export async function resendMessage(ctx: CompanyContext, { channelId, messageId }: MessageKey): Promise<SentMessage> {
  const { companyId } = ctx
  const onChannel = { companyId, channelId }
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const before = await getMessageOrThrow(tx, onChannel, messageId)
    if (await isErasedMessage(tx, onChannel, messageId)) {
      throw new AppError('conflict', say('This message was erased at the end of its retention period.'))
    }
    const url = messageReceiver(channel)
    if (url === null)
      throw new AppError('conflict', say('{name} has no webhook URL. Enter one first.', { name: channel.name }))
    if (!channel.isActive)
      throw new AppError('conflict', say('{name} is inactive. Activate it first.', { name: channel.name }))
    await updateMessage(tx, companyId, messageId, {
      status: 'pending',
      attempts: 0,
      error: null,
      nextAttemptAt: ctx.clock.now(),
      url,
    })
    const after = await getMessageOrThrow(tx, onChannel, messageId)
    await recordAudit(tx, ctx, {
      action: 'message.resend',
      resource: 'message',
      resourceId: messageId,
      companyId,
      before,
      after,
    })
    ctx.triggerWorker(tx, 'channels.send-messages')
    await ctx.publishChange(tx, 'channels')
    return forReader(ctx, after)
  })
}

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

async function listMessages(tx: Tx, channel: OnChannel, query: PageQuery): Promise<Page<SentMessage>> {
  const follows = olderThan(query.cursor, channelDeliveries.createdAt, channelDeliveries.id)
  const found = await selectMessages(tx)
    .where(and(ofChannel(channel), follows))
    .orderBy(desc(channelDeliveries.createdAt), desc(channelDeliveries.id))
    .limit(query.limit + 1)
  const [counted] = await tx.select({ total: count() }).from(channelDeliveries).where(ofChannel(channel))
  const page = toPage(found, query.limit, counted?.total ?? 0, ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(toSentMessage) }
}

async function getMessageOrThrow(tx: Tx, channel: OnChannel, messageId: string): Promise<SentMessage> {
  const [found] = await selectMessages(tx).where(and(ofChannel(channel), eq(channelDeliveries.id, messageId)))
  if (!found) throw new AppError('not_found', say('This message doesn’t exist.'))
  return toSentMessage(found)
}

/** Whether the payload was erased at the end of its retention period. */
async function isErasedMessage(tx: Tx, channel: OnChannel, messageId: string): Promise<boolean> {
  const [found] = await tx
    .select({ payload: channelDeliveries.payload })
    .from(channelDeliveries)
    .where(and(ofChannel(channel), eq(channelDeliveries.id, messageId)))
  return found?.payload === ''
}

type Found = Awaited<ReturnType<typeof selectMessages>>[number]

const toSentMessage = ({ key: _key, url, createdAt, nextAttemptAt, deliveredAt, ...message }: Found): SentMessage => ({
  ...message,
  // The receiver of Meta's messages is an account and no address.
  url: URL.canParse(url) ? maskUrl(url) : url,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
