const mostNamed = 5

/** For every row whose SKU stands in other rows too, the sentence that names them. */
export function findRepeats(skus: ReadonlyMap<number, string>): Map<number, string> {
  const rowsOfSku = Map.groupBy(skus.keys(), (row) => skus.get(row))
  const reasons = new Map<number, string>()
  for (const rows of rowsOfSku.values()) {
    if (rows.length === 1) continue
    for (const row of rows) reasons.set(row, describe(rows, row))
  }
  return reasons
}

function describe(rows: readonly number[], row: number): string {
  const shown = rows
    .slice(0, mostNamed + 1)
    .filter((other) => other !== row)
    .slice(0, mostNamed)
  const left = rows.length - 1 - shown.length
  const list = left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ')
  return `SKU stands in other rows too: ${list}`
}
