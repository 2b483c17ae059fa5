import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import type { Answered } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { announceAttention } from '../announce-attention.ts'
import { noteAccess } from '../access.ts'
import { nextAttempt } from './pauses.ts'
import { updateMessage, type DueMessage } from './queries/messages.ts'
import { addToTimeline, raisePushBackFailed, resolvePushBackFailed } from './queries/outcomes.ts'

/** A message with the channel's name, and where it was sent to by now. */
export type Sent = DueMessage & { channelName: string }

/** Such as `shipped`, of `order.shipped`. */
const wordOf = (eventType: string) => eventType.replace('order.', '').replaceAll('_', ' ')

export async function recordDelivered(ctx: CompanyContext, message: Sent, { status }: Answered): Promise<void> {
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
    await noteAccess(tx, ctx, channelId, null)
    if (orderId) {
      const description = `${channelName} was told that the order is ${wordOf(eventType)}.`
      await addToTimeline(tx, ctx, { orderId, event: 'channel.told', description, reason: null })
      await resolvePushBackFailed(tx, { companyId: ctx.companyId, orderId, at: now })
    }
    await announceAll(tx, ctx)
  })
}

/** Answers until when the channel is left alone, or null when only this message was refused. */
export async function recordFailed(ctx: CompanyContext, message: Sent, trouble: unknown): Promise<Date | null> {
  if (trouble instanceof Rejected) {
    await ctx.transaction((tx) => giveUp(tx, ctx, message, trouble.message))
    return null
  }
  if (!(trouble instanceof Unavailable || trouble instanceof Unauthorized)) {
    // Whatever is wrong with it is so the next time too, and others of the channel wait behind it.
    ctx.log.error({ messageId: message.id, ...errorFacts(trouble) }, 'a message to a channel could not be sent')
    await ctx.transaction((tx) => giveUp(tx, ctx, message, 'It could not be sent, for a reason of our own.'))
    return null
  }
  const attempts = message.attempts + 1
  const asked = trouble instanceof Unavailable ? trouble.retryAfterSeconds : undefined
  const again = nextAttempt(attempts, ctx.clock.now(), asked)
  return ctx.transaction(async (tx) => {
    if (trouble instanceof Unauthorized) await noteAccess(tx, ctx, message.channelId, trouble.message)
    if (again === null) {
      await giveUp(tx, ctx, message, trouble.message)
      return ctx.clock.now()
    }
    const { id, url } = message
    await updateMessage(tx, ctx.companyId, id, { attempts, error: trouble.message, nextAttemptAt: again, url })
    await ctx.announce(tx, 'channels')
    return again
  })
}

async function giveUp(tx: Tx, ctx: CompanyContext, message: Sent, error: string): Promise<void> {
  const { id, orderId, url, channelName, eventType } = message
  const attempts = message.attempts + 1
  await updateMessage(tx, ctx.companyId, id, { status: 'failed', attempts, error, nextAttemptAt: null, url })
  if (orderId) {
    const description = `${channelName} could not be told that the order is ${wordOf(eventType)}.`
    await addToTimeline(tx, ctx, { orderId, event: 'channel.not_told', description, reason: error })
    const reason = `${description} ${error}`
    await raisePushBackFailed(tx, { companyId: ctx.companyId, orderId, reason, at: ctx.clock.now() })
    await announceAttention(tx, ctx)
  }
  await announceAll(tx, ctx)
}

async function announceAll(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.announce(tx, 'channels')
  await ctx.announce(tx, 'orders')
}
