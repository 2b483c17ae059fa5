import type { SentMessage } from '#contract/channel-deliveries.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { updateMessage } from './queries/messages.ts'
import { getMessageOrThrow, isErasedMessage } from './queries/sent-list.ts'
import { messageReceiver } from './receiver.ts'

type MessageKey = { channelId: string; messageId: string }

/** Sends a message once more, under its own id, to where the channel listens now. */
export async function resendMessage(ctx: CompanyContext, { channelId, messageId }: MessageKey): Promise<SentMessage> {
  const { companyId } = ctx
  const onChannel = { companyId, channelId }
  return ctx.transaction(async (tx) => {
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const before = await getMessageOrThrow(tx, onChannel, messageId)
    if (await isErasedMessage(tx, onChannel, messageId)) {
      throw new AppError('conflict', 'This message has been erased, since the time for which it is kept is over.')
    }
    const url = messageReceiver(channel)
    if (url === null) throw new AppError('conflict', `${channel.name} has no address to send to. Set one first.`)
    if (!channel.isActive) throw new AppError('conflict', `${channel.name} is inactive. Activate it first.`)
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
    return after
  })
}
