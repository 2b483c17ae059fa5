import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import type { ReportAnswer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { publishAttentionChange } from '../announce-attention.ts'
import { recordAccess } from '../access.ts'
import { nextAttempt } from './pauses.ts'
import { updateMessage, type DueMessage } from './queries/messages.ts'
import { addToTimeline, raisePushBackFailed, resolvePushBackFailed } from './queries/outcomes.ts'

/** A message with the channel's name, and where it was sent to by now. */
export type MessageAttempt = DueMessage & { channelName: string }

/** Such as `shipped`, of `order.shipped`. */
const statusWord = (eventType: string) => eventType.replace('order.', '').replaceAll('_', ' ')

export async function recordDelivered(
  ctx: CompanyContext,
  message: MessageAttempt,
  { status }: ReportAnswer,
): Promise<void> {
  const { id, orderId, url, channelId, channelName, eventType } = message
  const now = ctx.clock.now()
  await ctx.transaction(async (tx) => {
    await updateMessage(tx, ctx.companyId, id, {
      status: 'delivered',
      attempts: message.attempts + 1,
      responseStatus: status,
      error: null,
      nextAttemptAt: null,
      deliveredAt: now,
      url,
    })
    await recordAccess(tx, ctx, channelId, null)
    if (orderId) {
      const description = `${channelName} was told that the order is ${statusWord(eventType)}.`
      await addToTimeline(tx, ctx, { orderId, event: 'channel.told', description, reason: null })
      await resolvePushBackFailed(tx, { companyId: ctx.companyId, orderId, at: now })
    }
    await publishChanges(tx, ctx)
  })
}

/** Answers until when the channel is left alone, or null when only this message was refused. */
export async function recordFailed(
  ctx: CompanyContext,
  message: MessageAttempt,
  failure: unknown,
): Promise<Date | null> {
  if (failure instanceof Rejected) {
    await ctx.transaction((tx) => failMessage(tx, ctx, message, failure.message))
    return null
  }
  if (!(failure instanceof Unavailable || failure instanceof Unauthorized)) {
    // Whatever is wrong with it is so the next time too, and others of the channel wait behind it.
    ctx.log.error({ messageId: message.id, ...loggableError(failure) }, 'a message to a channel could not be sent')
    await ctx.transaction((tx) => failMessage(tx, ctx, message, 'It could not be sent, for a reason of our own.'))
    return null
  }
  const attempts = message.attempts + 1
  const asked = failure instanceof Unavailable ? failure.retryAfterSeconds : undefined
  const again = nextAttempt(attempts, ctx.clock.now(), asked)
  return ctx.transaction(async (tx) => {
    if (failure instanceof Unauthorized) await recordAccess(tx, ctx, message.channelId, failure.message)
    if (again === null) {
      await failMessage(tx, ctx, message, failure.message)
      return ctx.clock.now()
    }
    const { id, url } = message
    await updateMessage(tx, ctx.companyId, id, { attempts, error: failure.message, nextAttemptAt: again, url })
    await ctx.publishChange(tx, 'channels')
    return again
  })
}

async function failMessage(tx: Tx, ctx: CompanyContext, message: MessageAttempt, error: string): Promise<void> {
  const { id, orderId, url, channelName, eventType } = message
  const attempts = message.attempts + 1
  await updateMessage(tx, ctx.companyId, id, { status: 'failed', attempts, error, nextAttemptAt: null, url })
  if (orderId) {
    const description = `${channelName} could not be told that the order is ${statusWord(eventType)}.`
    await addToTimeline(tx, ctx, { orderId, event: 'channel.not_told', description, reason: error })
    const reason = `${description} ${error}`
    await raisePushBackFailed(tx, { companyId: ctx.companyId, orderId, reason, at: ctx.clock.now() })
    await publishAttentionChange(tx, ctx)
  }
  await publishChanges(tx, ctx)
}

async function publishChanges(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'channels')
  await ctx.publishChange(tx, 'orders')
}
