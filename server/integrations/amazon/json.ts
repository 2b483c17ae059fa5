/** NUL and halves of surrogate pairs: JSON can spell them, PostgreSQL keeps neither. */
const unkeepable = /\\u(?:0000|d[89a-f])/i

/** Parses what Amazon sends; a character that can't be kept must not stop the account's whole sync. */
export function parseKeepable(text: string): unknown {
  return unkeepable.test(text) ? JSON.parse(text, keepable) : JSON.parse(text)
}

const keepable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
