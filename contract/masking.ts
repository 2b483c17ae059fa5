/** Stands for a text that people of the role Read Only do not see. */
export const maskedText = '•••'

/** Stands for a part of a web address. */
export const maskedPart = '••••'

/**
 * A web address without what may be secret in it: user name and password, the values of the query, the fragment, and parts of the path
 * that look random, as in the webhook addresses of Zapier or Slack. What is no web address is masked as a whole.
 */
export function maskUrl(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return maskedPart
  const path = url.pathname.split('/').map((part) => (isReadable(part) ? part : maskedPart))
  const query = [...url.searchParams].map(([name, value]) => maskParameter(name, value))
  return `${url.origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** A parameter without a value may be the key itself, as in `?5f3a9c`. */
function maskParameter(name: string, value: string): string {
  if (!isReadable(name)) return maskedPart
  return value === '' ? name : `${name}=${maskedPart}`
}

/** The most parts with digits that a name has, such as the `2024-10` of a version. */
const mostNumbers = 2

/** Whether each word is a word of a language, or as short as `v2` and `2024`. Keys are longer, or change between cases and digits. */
function isReadable(part: string): boolean {
  const words = part.split(/[-_.~]/)
  return words.every(isWord) && words.filter((word) => /\d/.test(word)).length <= mostNumbers
}

const isWord = (word: string): boolean =>
  /^[a-z\d]{0,4}$/i.test(word) || (/^[a-z]{1,16}$/i.test(word) && (word.match(/[a-z][A-Z]/g) ?? []).length <= 2)
