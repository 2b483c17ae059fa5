/** A block of cells as spreadsheets put it on the clipboard: tabs between cells, lines between rows. */
export function toClipboard(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quoted).join('\t')).join('\n')
}

const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A quoted cell, or anything up to the next tab or line end, and what ends it. A quote that doesn't close is a character. */
const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy

export function fromClipboard(text: string): string[][] {
  const block: string[][] = []
  let row: string[] = []
  for (const [, inQuotes, bare = '', end] of text.matchAll(cell)) {
    const isAfterLastLineEnd = end === '' && row.length === 0 && bare === '' && inQuotes === undefined
    if (isAfterLastLineEnd) break
    row.push(inQuotes?.replaceAll('""', '"') ?? bare)
    if (end === '\t') continue
    block.push(row)
    row = []
    if (end === '') break
  }
  return block
}
