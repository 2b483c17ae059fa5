import type { ListingField } from '#contract/marketplace-values.ts'
import type { StoredSent } from '../queries/kept.ts'

export type FieldValue = { field: ListingField; value: string | null }

/**
 * Adds what is about to be sent, in the place of what was refused before. What the same run has noted before is sent
 * once more after a crash or a lost answer, and stands there once.
 */
export function addSent(
  sent: StoredSent,
  values: readonly FieldValue[],
  { at, since }: { at: Date; since: Date },
): StoredSent {
  const updated = { ...sent }
  for (const { field, value } of values) {
    const before = (updated[field] ?? []).filter(({ isRejected }) => !isRejected)
    const last = before.at(-1)
    const isAgain = last?.value === value && last.at >= since
    updated[field] = isAgain ? before : [...before, { value, at, isRejected: false }]
  }
  return updated
}

/** Amazon said no to it, so that it can't land any more, and sending it again would be in vain. */
export function markRejected(sent: StoredSent, values: readonly FieldValue[]): StoredSent {
  const updated = { ...sent }
  for (const { field, value } of values) {
    const before = updated[field] ?? []
    const refused = before.findLastIndex((one) => one.value === value)
    updated[field] = before.map((one, index) => (index === refused ? { ...one, isRejected: true } : one))
  }
  return updated
}
