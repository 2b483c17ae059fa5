import { dismissibleAttention, type AttentionCode } from '#contract/order-status.ts'
import type { OrderEffects } from './chapter.ts'

type AttentionEffects = Pick<OrderEffects, 'raised' | 'settled'>
type KnownAttention = { code: AttentionCode; reason: string; isOpen: boolean }

/**
 * What a chapter raises that is not known yet, and what it settles but for that. What a person has dismissed stays dismissed,
 * however often it is told again.
 */
export function withoutKnownAttention(effects: AttentionEffects, known: readonly KnownAttention[]): AttentionEffects {
  const isKnown = (item: OrderEffects['raised'][number]) =>
    known.some(
      ({ code, reason, isOpen }) =>
        code === item.code && reason === item.reason && (isOpen || dismissibleAttention.has(code)),
    )
  const raised = effects.raised.filter((item) => !isKnown(item))
  return { raised, settled: effects.settled.filter((code) => !raised.some((item) => item.code === code)) }
}
