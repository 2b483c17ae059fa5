import { z } from 'zod'
import { outgoingEvents } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { idFrom } from '#server/platform/ids.ts'
import { Rejected } from '#server/ports/failure.ts'
import { toChannelKind } from '../config.ts'
import { openConnection } from '../connection.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { decryptMessage } from './message.ts'
import { claimDueMessages, updateMessage, type DueMessage } from './queries/messages.ts'
import { messageReceiver } from './receiver.ts'
import { recordDelivered, recordFailed } from './record-answer.ts'

/** So many go out within the time for which they are taken, however slow the channel is. */
const maxClaimed = 10
const claimSeconds = 150

type SendCounts = { delivered: number; failed: number }

/** Sends what is due. Channels side by side, each channel's messages in turn; one that can't listen is left for now. */
export async function sendMessages(ctx: CompanyContext): Promise<SendCounts> {
  const counts: SendCounts = { delivered: 0, failed: 0 }
  const unavailable = new Set<string>()
  for (;;) {
    const claimed = await claimMessages(ctx, [...unavailable])
    if (claimed.length === 0) return counts
    const byChannel = Map.groupBy(claimed, ({ channelId }) => channelId)
    const outcomes = await Promise.allSettled(
      [...byChannel].map(async ([channelId, messages]) => {
        if (!(await sendToChannel(ctx, channelId, messages, counts))) unavailable.add(channelId)
      }),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

function claimMessages(ctx: CompanyContext, except: string[]): Promise<DueMessage[]> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + claimSeconds * 1000)
  return ctx.transaction((tx) =>
    claimDueMessages(tx, { companyId: ctx.companyId, now, limit: maxClaimed, until, except }),
  )
}

/** Answers whether the channel could be told. */
async function sendToChannel(
  ctx: CompanyContext,
  channelId: string,
  messages: DueMessage[],
  counts: SendCounts,
): Promise<boolean> {
  const opened = await openChannel(ctx, channelId)
  for (const [index, message] of messages.entries()) {
    const sent = { ...message, channelName: opened.name, url: opened.url ?? message.url }
    const answer = await opened.report(message).catch((error: unknown) => ({ trouble: error }))
    if ('status' in answer) {
      await recordDelivered(ctx, sent, answer)
      counts.delivered += 1
      continue
    }
    counts.failed += 1
    const silentUntil = await recordFailed(ctx, sent, answer.trouble)
    if (silentUntil) {
      await postpone(ctx, messages.slice(index + 1), silentUntil)
      return false
    }
  }
  return true
}

async function openChannel(ctx: CompanyContext, channelId: string) {
  const { channel, connection } = await ctx.transaction(async (tx) => ({
    channel: await getChannelOrThrow(tx, ctx.companyId, channelId),
    connection: await openConnection(tx, ctx, channelId),
  }))
  const kind = toChannelKind(channel)
  const adapter = kind && ctx.ports.channels[kind]
  return {
    name: channel.name,
    url: messageReceiver(channel),
    report: async ({ id, eventType, eventKey, payload }: DueMessage) => {
      if (!adapter?.report) throw new Rejected('This kind of channel can’t be told of its orders.')
      return adapter.report(connection, {
        id: idFrom(channelId, eventKey),
        type: EventType.parse(eventType),
        ...decryptMessage(ctx, id, payload),
      })
    },
  }
}

const EventType = z.enum(outgoingEvents)

async function postpone(ctx: CompanyContext, messages: DueMessage[], until: Date): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const { id } of messages) await updateMessage(tx, ctx.companyId, id, { nextAttemptAt: until })
  })
}
