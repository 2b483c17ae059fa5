import type { Actor } from '#server/platform/context.ts'
import type { AttentionToRaise } from '../attention/raise-attention.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { IntakeContext } from './intake-context.ts'

type ShippedOrder = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

type ShippedNotice = { raised: AttentionToRaise[]; entries: TimelineEntry[] }

export const noShippedNotice: ShippedNotice = { raised: [], entries: [] }

/** The channel has shipped the order by itself: so that it does not go out a second time, a person is told, once. */
export function planShippedNotice(
  { now, channelOf }: IntakeContext,
  { id: orderId, channelId, attentions }: ShippedOrder,
  by: Actor,
): ShippedNotice {
  const code = 'shipped_by_channel' as const
  if (attentions.some((known) => known.code === code)) return noShippedNotice
  const reason = `${channelOf(channelId).name} says that it has shipped the order itself.`
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}
