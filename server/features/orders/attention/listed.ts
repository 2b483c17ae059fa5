/** `A, B and 3 more`; what is repeated is named once. */
export function joinWithLimit(words: readonly string[], limit = 5): string {
  const distinct = [...new Set(words)]
  const named = distinct.slice(0, limit)
  const more = distinct.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
