import { z } from 'zod'
import type { outgoingEvents } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import type { OutgoingMessage, Shipment } from '#server/ports/channel.ts'
import { messageReceiver } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { getMessageOrderOrThrow, insertMessage, listOrderedLines } from './queries.ts'
import { leavesRest } from './remaining-units.ts'

export type ChannelMessage = {
  orderId: string
  type: OrderMessageType
  /**
   * Deduplication key among messages of this type about the order. Made of outside facts only, so that a database
   * restored from a backup sends the message under the same id again.
   */
  cause: string
  shipments?: readonly Shipment[]
  reason?: string | null
}

/**
 * Outbox: stores a message for the channel that sold the order, to be sent after the transaction commits. Returns false
 * if the channel receives none or has got it already.
 */
export async function enqueueChannelMessage(tx: Tx, ctx: CompanyContext, about: ChannelMessage): Promise<boolean> {
  const { orderId, type, cause, shipments = [], reason = null } = about
  const { companyId, clock } = ctx
  const { channelId, ...order } = await getMessageOrderOrThrow(tx, companyId, orderId)
  const url = channelId && messageReceiver(await getChannelOrThrow(tx, companyId, channelId))
  if (!channelId || !url) return false
  const id = newId()
  const eventKey = `${type}:${order.externalOrderId}:${cause}`
  const now = clock.now()
  const message = { at: now, order, shipments, reason }
  // Counted here and not when it is sent: by then later parcels of the order may be reported too.
  const rest = type === 'order.shipped' && {
    leavesRest: leavesRest(await listOrderedLines(tx, companyId, orderId), shipments),
  }
  const payload = encryptMessage(ctx, id, { ...message, ...rest })
  const delivery = { companyId, id, channelId, orderId, eventType: type, eventKey, payload, url }
  const isNew = await insertMessage(tx, { ...delivery, createdAt: now, nextAttemptAt: now })
  if (isNew) ctx.triggerWorker(tx, 'channels.send-messages')
  return isNew
}

/** Messages about an order. */
type OrderMessageType = Extract<(typeof outgoingEvents)[number], `order.${string}`>

const StoredItem = z.object({ sku: z.string(), externalItemId: z.string().nullable(), quantity: z.int() })

const StoredShipment = z.object({
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().optional(),
  replaces: z.string().optional(),
  items: z.array(StoredItem),
})

/** The shape of `channel_deliveries.payload`, which is encrypted. */
const MessagePayload = z.object({
  at: z.coerce.date<string>(),
  order: z.object({ externalOrderId: z.string(), orderNumber: z.string(), status: z.string() }),
  shipments: z.array(StoredShipment),
  reason: z.string().nullable(),
  /** Missing in messages from before it was counted. */
  leavesRest: z.boolean().optional(),
})

type MessagePayload = Pick<OutgoingMessage, 'at' | 'order' | 'shipments' | 'reason' | 'leavesRest'>

type EncryptionContext = Pick<CompanyContext, 'companyId' | 'vault'>

const messageContext = ({ companyId }: EncryptionContext, id: string) =>
  encryptionContext('channel_deliveries.payload', { companyId, id })

export const encryptMessage = (ctx: EncryptionContext, id: string, message: MessagePayload): string =>
  ctx.vault.encrypt(JSON.stringify(message), messageContext(ctx, id))

export function decryptMessage(ctx: EncryptionContext, id: string, encrypted: string): MessagePayload {
  const stored = MessagePayload.parse(JSON.parse(ctx.vault.decrypt(encrypted, messageContext(ctx, id))))
  const { leavesRest: rest, ...message } = stored
  return rest === undefined ? message : { ...message, leavesRest: rest }
}
