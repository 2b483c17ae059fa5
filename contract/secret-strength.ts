/** NIST SP 800-131A: less than 112 bits of strength is no longer allowed; 128 is the usual step above. */
const leastBits = 128

/** Random text of 22 characters or more has more distinct ones than this; a repeated word has fewer. */
const leastDistinct = 8

/** What we put before a key or secret of ours says nothing about its strength. */
const ourPrefix = /^(?:ls_live_|ls_feed_|whsec_)/

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The bits per character of a random text that has such characters only. */
const alphabets: readonly (readonly [RegExp, number])[] = [
  [/^[\d-]*$/, Math.log2(10)],
  [/^[\da-f-]*$/i, 4],
  [/^[a-z-]*$|^[A-Z-]*$/, Math.log2(26)],
  [/^[\da-z-]*$|^[\dA-Z-]*$/, Math.log2(36)],
]

const base64Bits = 6

/**
 * Whether a key or secret that somebody else chose can be too long to guess, judged by its shape: at least 128 bits if its characters are
 * random. A UUID counts only when it is a random one (version 4): the others are made of the time.
 */
export function isStrongSecret(text: string): boolean {
  const secret = text
    .replace(ourPrefix, '')
    .replaceAll(uuid, (found, version: string) => (version === '4' ? found.replaceAll('-', '') : ''))
  const [, bitsPerCharacter] = alphabets.find(([pattern]) => pattern.test(secret)) ?? [null, base64Bits]
  return secret.length * bitsPerCharacter >= leastBits && new Set(secret).size >= leastDistinct
}
