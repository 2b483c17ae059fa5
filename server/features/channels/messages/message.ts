import { z } from 'zod'
import type { outgoingEvents } from '#contract/channel-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { OutgoingMessage } from '#server/ports/channel.ts'

/** What an order's channel hears of it. */
export type OrderMessageType = Extract<(typeof outgoingEvents)[number], `order.${string}`>

const StoredItem = z.object({ sku: z.string(), externalItemId: z.string().nullable(), quantity: z.int() })
const StoredShipment = z.object({
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  items: z.array(StoredItem),
})

/** What `channel_deliveries.payload` holds, sealed. */
const MessagePayload = z.object({
  at: z.coerce.date<string>(),
  order: z.object({ externalOrderId: z.string(), orderNumber: z.string(), status: z.string() }),
  shipments: z.array(StoredShipment),
  reason: z.string().nullable(),
})

export type MessagePayload = Pick<OutgoingMessage, 'at' | 'order' | 'shipments' | 'reason'>

type EncryptionContext = Pick<CompanyContext, 'companyId' | 'vault'>

const messageContext = ({ companyId }: EncryptionContext, id: string) =>
  encryptionContext('channel_deliveries.payload', { companyId, id })

export const encryptMessage = (ctx: EncryptionContext, id: string, message: MessagePayload): string =>
  ctx.vault.encrypt(JSON.stringify(message), messageContext(ctx, id))

export const decryptMessage = (ctx: EncryptionContext, id: string, encrypted: string): MessagePayload =>
  MessagePayload.parse(JSON.parse(ctx.vault.decrypt(encrypted, messageContext(ctx, id))))
