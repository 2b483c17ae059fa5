import type { MergeResult } from './merge-field.ts'
import { landedIndex, relevantSent, unconfirmedSent, nextSendAction, type SentValue } from './sent.ts'

/** What the merchant offers of one SKU, here and at Amazon. */
export type QuantityState = {
  /** Null while nobody has counted it here. */
  ours: number | null
  countedAt: Date | null
  amazon: number | null
  amazonChangedAt: Date | null
  /** What both sides last had in common; undefined while they have never met. */
  agreed: number | null | undefined
  sent: readonly SentValue[]
  now: Date
}

/** When it is taken, `sold` is what Amazon has sold of it; without, Amazon's number is the first count. */
export type QuantityMergeResult = MergeResult & { sold: number | null }

/**
 * Ours is the number that counts, and Amazon's tells how many it has sold of it: from the nearest number above that it
 * was known or told to have.
 */
export function mergeQuantity(state: QuantityState): QuantityMergeResult {
  const { ours, agreed, now } = state
  const amazon = { value: textOf(state.amazon), changedAt: state.amazonChangedAt }
  const relevant = relevantSent(state.sent, textOf(ours), now)
  const sent = unconfirmedSent(relevant, amazon)
  const common = { isConflict: false, sent, sold: null }
  if (ours === state.amazon) return { ...common, action: 'none', agreed: amazon.value }
  const before = { ...common, agreed: agreed === undefined ? undefined : textOf(agreed) }
  if (ours === null) return { ...before, action: 'take' }
  const sending = { ...common, action: nextSendAction(textOf(ours), sent, now), agreed: amazon.value }
  if (state.amazon === null || landedIndex(relevant, amazon) !== -1) return sending
  const soldFrom = numberSoldFrom(state.amazon, agreed, sent)
  if (soldFrom === null) return sending
  if (soldFrom !== ours && wasCountedSince(state)) return { ...sending, isConflict: true }
  return { ...before, action: 'take', sold: soldFrom - state.amazon }
}

/** Null when Amazon has sold nothing. */
function numberSoldFrom(amazon: number, agreed: QuantityState['agreed'], sent: readonly SentValue[]): number | null {
  if (agreed === undefined || agreed === null || amazon === agreed) return null
  const told = sent.filter(({ isRejected }) => !isRejected).map(({ value }) => Number(value))
  const above = [agreed, ...told].filter((quantity) => quantity > amazon)
  return above.length === 0 ? null : Math.min(...above)
}

/** A count on the shelf that is newer than Amazon's change lacks what was sold already. */
const wasCountedSince = ({ countedAt, amazonChangedAt }: QuantityState) =>
  countedAt !== null && amazonChangedAt !== null && countedAt > amazonChangedAt

const textOf = (quantity: number | null) => (quantity === null ? null : String(quantity))
