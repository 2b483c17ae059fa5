import type { DemoItem } from './items.ts'

/** Sold, returned and found again since Amazon was last read: what the first sync has to report. */
const changes = [-3, 2, 11]

/** Something new that only Amazon knows of. */
const newcomer: DemoItem = {
  sku: 'HP-LANTERN-POCKET',
  asin: 'B0DLNTRNPK',
  fnsku: 'X00PCKTLNT',
  title: 'Pocket Lantern, Spruce',
  brand: 'Tidewater Camp',
  description: 'A rechargeable lantern for a jacket pocket, with a hook and a warm light.',
  price: 24,
  weight: { value: 0.4, unit: 'pounds' },
  fulfilledBy: 'amazon',
  fulfillable: 36,
  reserved: 2,
  inboundShipped: 0,
}

/** What listings say that we don't, or say otherwise, and one that lost its description: for a two-way sync to settle. */
const rewordings: Record<string, Partial<Pick<DemoItem, 'bullets' | 'description' | 'price'>>> = {
  'HP-KET': { bullets: ['Two quarts of stainless steel', 'Folding bail handle', 'Pours without dribbling'] },
  'HP-SLT': { description: undefined },
  'HP-MUG-SPR': { price: 16.5 },
}

/** Amazon's side of the demo, which differs from ours in a few places. */
export function withDifferences(items: DemoItem[]): DemoItem[] {
  const plenty = items.filter((item) => item.fulfilledBy === 'amazon' && item.fulfillable > 20)
  const step = Math.floor(plenty.length / changes.length)
  const changeOf = new Map(changes.map((change, index) => [plenty[index * step]?.sku, change]))
  const changed = items.map((item) =>
    item.fulfilledBy === 'amazon' ? { ...item, fulfillable: item.fulfillable + (changeOf.get(item.sku) ?? 0) } : item,
  )
  return [...changed.map((item) => ({ ...item, ...rewordings[item.sku] })), newcomer]
}
