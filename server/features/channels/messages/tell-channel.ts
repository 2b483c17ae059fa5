import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { Shipment } from '#server/ports/channel.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { encryptMessage, type OrderMessageType } from './message.ts'
import { getMessageOrderOrThrow, insertMessage } from './queries/messages.ts'
import { messageReceiver } from './receiver.ts'

export type ChannelMessage = {
  orderId: string
  type: OrderMessageType
  /**
   * Tells it from other news of this type, in words of the outside: told once, however often its cause is seen, and under
   * the same id by a copy of the database that has forgotten having told it.
   */
  cause: string
  shipments?: readonly Shipment[]
  reason?: string | null
}

/** Has the channel that sold an order told what became of it, once the transaction commits. Answers whether it will be. */
export async function enqueueChannelMessage(tx: Tx, ctx: CompanyContext, message: ChannelMessage): Promise<boolean> {
  const { orderId, type, cause, shipments = [], reason = null } = message
  const { companyId, clock } = ctx
  const { channelId, ...order } = await getMessageOrderOrThrow(tx, companyId, orderId)
  const url = channelId && messageReceiver(await getChannelOrThrow(tx, companyId, channelId))
  if (!channelId || !url) return false
  const id = newId()
  const eventKey = `${type}:${order.externalOrderId}:${cause}`
  const now = clock.now()
  const payload = encryptMessage(ctx, id, { at: now, order, shipments, reason })
  const delivery = { companyId, id, channelId, orderId, eventType: type, eventKey, payload, url }
  const isNew = await insertMessage(tx, { ...delivery, createdAt: now, nextAttemptAt: now })
  if (isNew) ctx.triggerWorker(tx, 'channels.send-messages')
  return isNew
}
