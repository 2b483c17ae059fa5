import type { ListingField } from '#contract/two-way-words.ts'
import type { KeptSent } from '../queries/kept.ts'

export type SentValue = { field: ListingField; value: string | null }

/**
 * Adds what is about to be sent, in the place of what was refused before. What the same run has noted before is sent
 * once more after a crash or a lost answer, and stands there once.
 */
export function noteSent(
  sent: KeptSent,
  values: readonly SentValue[],
  { at, since }: { at: Date; since: Date },
): KeptSent {
  const noted = { ...sent }
  for (const { field, value } of values) {
    const before = (noted[field] ?? []).filter(({ isRejected }) => !isRejected)
    const last = before.at(-1)
    const isAgain = last?.value === value && last.at >= since
    noted[field] = isAgain ? before : [...before, { value, at, isRejected: false }]
  }
  return noted
}

/** Amazon said no to it, so that it can't land any more, and sending it again would be in vain. */
export function noteRejected(sent: KeptSent, values: readonly SentValue[]): KeptSent {
  const noted = { ...sent }
  for (const { field, value } of values) {
    const before = noted[field] ?? []
    const refused = before.findLastIndex((one) => one.value === value)
    noted[field] = before.map((one, index) => (index === refused ? { ...one, isRejected: true } : one))
  }
  return noted
}
