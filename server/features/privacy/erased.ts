/** How many rows were erased, by their table. */
export type Erased = Record<string, number>

export function addUp(...parts: readonly Erased[]): Erased {
  const sum: Erased = {}
  for (const part of parts) {
    for (const [table, rows] of Object.entries(part)) if (rows > 0) sum[table] = (sum[table] ?? 0) + rows
  }
  return sum
}
