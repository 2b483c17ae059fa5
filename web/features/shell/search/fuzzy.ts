/** How well a name answers to what was typed: 0 is best, null not at all. Every typed word must fit some word of it. */
export function matchDistance(typed: string, name: string): number | null {
  const words = wordsOf(name)
  let distance = 0
  for (const part of wordsOf(typed)) {
    const best = Math.min(...words.map((word) => wordDistance(part, word)))
    if (best === Number.POSITIVE_INFINITY) return null
    distance += best
  }
  return distance
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function wordDistance(part: string, word: string): number {
  if (word.startsWith(part)) return 0
  if (word.includes(part)) return 1
  // Letters left out, as in "invtry", but never the first.
  return word[0] === part[0] && part.length > 2 && isWithin(part, word) ? 2 : Number.POSITIVE_INFINITY
}

function isWithin(part: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === part[at]) at += 1
  return at === part.length
}
