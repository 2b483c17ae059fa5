import { z } from 'zod'

/** What `notifications.template_data` keeps of a message's cause. Nothing of the customer: it is not sealed. */
const MessageFacts = z.object({
  orderNumber: z.string(),
  channelName: z.string(),
  total: z.string(),
  parcels: z.array(z.object({ carrier: z.string().nullable(), trackingNumber: z.string().nullable() })),
})
export type MessageFacts = z.output<typeof MessageFacts>

/** Null for a message that is not about an order, and once it is erased. */
export const readFacts = (kept: unknown): MessageFacts | null => MessageFacts.safeParse(kept).data ?? null

/** What a text that tells of several orders keeps: those that it names, and how many they all are. */
const OrdersTold = z.object({ named: z.array(MessageFacts), count: z.number() })
export type OrdersTold = z.output<typeof OrdersTold>

export function readOrdersTold(kept: unknown): OrdersTold {
  const one = readFacts(kept)
  return OrdersTold.safeParse(kept).data ?? { named: one ? [one] : [], count: 1 }
}
