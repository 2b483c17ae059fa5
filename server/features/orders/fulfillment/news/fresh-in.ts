import { dismissibleAttention, type AttentionCode } from '#contract/order-words.ts'
import type { Chapter } from './chapter.ts'

type Told = Pick<Chapter, 'raised' | 'settled'>
type Known = { code: AttentionCode; reason: string; isOpen: boolean }

/**
 * What a chapter raises that is not known yet, and what it settles but for that. What a person has dismissed stays dismissed,
 * however often it is told again.
 */
export function freshIn(chapter: Told, known: readonly Known[]): Told {
  const isKnown = (item: Chapter['raised'][number]) =>
    known.some(
      ({ code, reason, isOpen }) =>
        code === item.code && reason === item.reason && (isOpen || dismissibleAttention.has(code)),
    )
  const raised = chapter.raised.filter((item) => !isKnown(item))
  return { raised, settled: chapter.settled.filter((code) => !raised.some((item) => item.code === code)) }
}
