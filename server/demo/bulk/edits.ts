/** A cell that was typed, by what stood there before; today's value stands in the catalogue. */
export type Edit = { sku: string; field: 'price' | 'title' | 'category'; before: string }

const prices: Record<string, string> = {
  'HP-MUG-SPR': '16.00',
  'HP-MUG-FOG': '16.00',
  'HP-MUG-RST': '16.00',
  'HP-MUG-INK': '16.00',
  'HP-SKI-12': '92.00',
  'HP-TOT-NAT': '54.00',
  'HP-DMT-TRE': '38.00',
  'HP-DMT-PLN': '38.00',
}

export const priceEdits = Object.entries(prices).map(([sku, before]): Edit => ({ sku, field: 'price', before }))

export const sheetEdits: Edit[] = [
  { sku: 'HP-STM-KLP', field: 'title', before: 'Ballast Stoneware Mug, Seaweed' },
  { sku: 'HP-RLT-YLW', field: 'title', before: 'Rain Line Roll-Top Pack, Yellow' },
  { sku: 'HP-DOP-TAN', field: 'category', before: 'Travel' },
]

export const leftOut = [
  { rowNumber: 7, column: 'Price', reason: 'Price must be a number' },
  { rowNumber: 19, column: 'Quantity', reason: 'Quantity must be a whole number' },
  { rowNumber: 23, column: 'ASIN', reason: 'ASIN must be ten letters or digits, such as B0C1234567' },
]
