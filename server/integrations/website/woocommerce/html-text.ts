/** Entities that WordPress and its editors write; numbers are decoded besides. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,10}));/gi

/** Texts of WooCommerce may be HTML: `Salt &amp; Pepper` must not reach a label. Unknown entities stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole
  })

const inlineTag = /<\/?(?:a|b|em|i|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi
const otherTag = /<\/?(?:br|div|h[1-6]|li|ol|p|ul)(?:\s[^<>]*)?\/?>/gi

/** The text of what WooCommerce shows as HTML. Brackets that are no tag stay: a product may be called “Ana’s <Best>”. */
export const stripHtml = (html: string): string => decodeEntities(html.replace(inlineTag, '').replace(otherTag, ' '))
