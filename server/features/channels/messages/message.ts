import { z } from 'zod'
import type { outgoingEvents } from '#contract/channel-words.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'
import type { OutgoingMessage } from '#server/ports/channel.ts'

/** What an order's channel hears of it. */
export type OrderNewsType = Extract<(typeof outgoingEvents)[number], `order.${string}`>

const Item = z.object({ sku: z.string(), externalItemId: z.string().nullable(), quantity: z.int() })
const Shipment = z.object({
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  items: z.array(Item),
})

/** What `channel_deliveries.payload` holds, sealed. */
const Message = z.object({
  at: z.coerce.date<string>(),
  order: z.object({ externalOrderId: z.string(), orderNumber: z.string(), status: z.string() }),
  shipments: z.array(Shipment),
  reason: z.string().nullable(),
})

export type Message = Pick<OutgoingMessage, 'at' | 'order' | 'shipments' | 'reason'>

type Sealer = Pick<CompanyContext, 'companyId' | 'vault'>

const messageContext = ({ companyId }: Sealer, id: string) => contextOf('channel_deliveries.payload', { companyId, id })

export const sealMessage = (ctx: Sealer, id: string, message: Message): string =>
  ctx.vault.seal(JSON.stringify(message), messageContext(ctx, id))

export const openMessage = (ctx: Sealer, id: string, sealed: string): Message =>
  Message.parse(JSON.parse(ctx.vault.open(sealed, messageContext(ctx, id))))
