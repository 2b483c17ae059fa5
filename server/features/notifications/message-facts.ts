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
export const parseFacts = (stored: unknown): MessageFacts | null => MessageFacts.safeParse(stored).data ?? null

/** What a text that tells of several orders keeps: those that it names, and how many they all are. */
const CombinedOrders = z.object({ named: z.array(MessageFacts), count: z.number() })
export type CombinedOrders = z.output<typeof CombinedOrders>

export function parseCombinedOrders(stored: unknown): CombinedOrders {
  const one = parseFacts(stored)
  return CombinedOrders.safeParse(stored).data ?? { named: one ? [one] : [], count: 1 }
}
