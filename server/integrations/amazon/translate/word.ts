const normalizeSpelling = (word: string) => word.replaceAll('_', '').toLowerCase()

/**
 * Amazon spells one word in several ways, such as `CancelledBySeller` and `CANCELLED_BY_SELLER`. Null for a word that is
 * none of these: it is reported, never guessed at.
 */
export function matchSpelling<Word extends string>(words: readonly Word[], spelled: string): Word | null {
  const wanted = normalizeSpelling(spelled)
  return words.find((word) => normalizeSpelling(word) === wanted) ?? null
}
