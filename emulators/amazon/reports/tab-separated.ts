/** A table as Amazon writes it; a tab or a line break inside a value would be read as the next cell. */
export function tabSeparated<Row>(columns: Record<string, (row: Row) => string | number>, rows: Row[]): string {
  const cells = Object.values(columns)
  const lines = rows.map((row) => cells.map((cell) => flatten(cell(row))).join('\t'))
  return [Object.keys(columns).join('\t'), ...lines, ''].join('\n')
}

const flatten = (value: string | number) => String(value).replaceAll(/[\t\r\n]+/g, ' ')
