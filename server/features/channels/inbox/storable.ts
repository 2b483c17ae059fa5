/** What PostgreSQL can keep of a text from outside: neither NUL nor half of a surrogate pair, and no endless one. */
export const toStorableText = (text: string, longest: number): string =>
  text.replaceAll('\0', '\uFFFD').slice(0, longest).toWellFormed()
