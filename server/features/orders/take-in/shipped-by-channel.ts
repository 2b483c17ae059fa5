import type { Actor } from '#server/platform/context.ts'
import type { Raised } from '../attention/raise-attention.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { Intake } from './intake-context.ts'

type Subject = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

type Shipping = { raised: Raised[]; entries: TimelineEntry[] }

export const nothingShipped: Shipping = { raised: [], entries: [] }

/** The channel has shipped the order by itself: so that it does not go out a second time, a person is told, once. */
export function shippingOf(
  { now, channelOf }: Intake,
  { id: orderId, channelId, attentions }: Subject,
  by: Actor,
): Shipping {
  const code = 'shipped_by_channel' as const
  if (attentions.some((known) => known.code === code)) return nothingShipped
  const reason = `${channelOf(channelId).name} says that it has shipped the order itself.`
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}
