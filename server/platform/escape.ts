// oxlint-disable-next-line no-control-regex -- these are the characters that XML can't hold, halves of pairs included
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for an element or a double-quoted attribute and drops characters that XML cannot hold. */
export const escapeXml = (value: string): string =>
  value.replace(notInXml, '').replace(/[&<>"]/g, (character) => xmlEntities[character] ?? '')

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)
