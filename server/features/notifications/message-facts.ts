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

/** A text that tells of several orders keeps what it says of each. */
export const readFactsOfEach = (kept: unknown): MessageFacts[] =>
  Array.isArray(kept) ? kept.flatMap(readFactsOfEach) : [readFacts(kept) ?? []].flat()
