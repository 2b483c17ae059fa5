/** How many rows were erased, by their table. */
export type ErasedCounts = Record<string, number>

export function sumErased(...parts: readonly ErasedCounts[]): ErasedCounts {
  const sum: ErasedCounts = {}
  for (const part of parts) {
    for (const [table, rows] of Object.entries(part)) if (rows > 0) sum[table] = (sum[table] ?? 0) + rows
  }
  return sum
}
