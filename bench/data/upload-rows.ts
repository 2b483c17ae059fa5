export type UploadRow = { sku: string; title: string; price: number; quantity: number; asin: string; category: string }

export const rowCount = 50_000

/** Rows of an upload: half are existing SKUs with another price and quantity, half are new. */
export function uploadRows(round: number, name: string, firstSku: number): UploadRow[] {
  return Array.from({ length: rowCount }, (_, index) => {
    const isNew = index % 2 === 1
    const number = firstSku + Math.floor(index / 2)
    return {
      sku: isNew ? `${name}-${round}-${number}` : `BENCH-${String(number).padStart(7, '0')}`,
      title: `Uploaded item ${number} of round ${round}`,
      price: 5 + ((index + round) % 400) / 4,
      quantity: (index * 7 + round) % 500,
      asin: '',
      category: '',
    }
  })
}
