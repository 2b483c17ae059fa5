/** Rows that move while they are paged through may come twice; what was said last counts. */
export const lastRowPerSku = <Row extends { sku: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.sku, row])).values(),
]
