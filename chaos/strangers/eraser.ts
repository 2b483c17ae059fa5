const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const theRest: readonly [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(?:Z|\+00:00|\+00)?/g, '<moment>'],
  [/(?:ls_live_|whsec_)[\w+/=•-]+/g, '<secret>'],
  [/\bv\d[.:][\w+/=.:-]{20,}/g, '<sealed>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  // Each company has its own key for them, so that nobody sees who buys at both.
  [/_hash": "[\w-]+"/g, '_hash": "<hash>"'],
  [/"(?:age|uptime|latencyMs|duration|ms|stamp)\w*":[\d.]+/gi, '<time>'],
]

/** Takes from texts what differs between twins though they do the same. Ids become their number, so that links stay. */
export function createIdEraser(): (text: string) => string {
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    const known = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, known)
    return `<${known}>`
  }
  return (text) => {
    const numbered = text.replaceAll(anId, numberOf)
    return theRest.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), numbered)
  }
}

/** The same without the numbers, for rows that come in no order. */
export const eraseAll = (text: string): string =>
  theRest.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), text.replaceAll(anId, '<id>'))
