/** What Excel holds in one cell. */
const longestText = 32_767

// oxlint-disable-next-line no-control-regex -- these are the characters that XML can't hold, halves of pairs included
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' }

/** A text as it stands in a cell. Excel reads `_xHHHH_` as a character, so such a text gets its underscore escaped. */
export function xmlText(value: string): string {
  return value
    .slice(0, longestText)
    .replace(notInXml, '')
    .replace(looksEscaped, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => marks[mark] ?? '')
}

export const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
