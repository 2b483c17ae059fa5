/** NUL and halves of surrogate pairs: JSON can spell them, PostgreSQL keeps neither. */
const unstorable = /\\u(?:0000|d[89a-f])/i

/** Parses what Amazon sends; a character that can't be kept must not stop the account's whole sync. */
export function parseStorableJson(text: string): unknown {
  return unstorable.test(text) ? JSON.parse(text, toStorable) : JSON.parse(text)
}

const toStorable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
