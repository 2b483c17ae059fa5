import type { OwnSku, SoldItem } from '#server/features/channels/items/match-items.ts'
import { randomFrom } from './random.ts'

/** An item with the SKU that it really is. */
export type SeededItem = SoldItem & { truth: string }

const nouns = ['lamp', 'bench', 'kettle', 'towel', 'tee', 'mug', 'rug', 'vase', 'clock', 'shelf']
const materials = ['oak', 'pine', 'steel', 'cotton', 'wool', 'glass', 'linen', 'brass', 'clay', 'bamboo']
const colors = ['red', 'blue', 'green', 'black', 'white', 'amber', 'teal', 'gray', 'rose', 'sand']
const sizes = ['small', 'medium', 'large', 'narrow', 'wide']
const lines = ['Harbor', 'Pine', 'Northfield', 'Halden', 'Cove']

const at = (words: readonly string[], index: number) => words[index % words.length] ?? ''

function titleOf(n: number): { title: string; variant: string } {
  const [noun, material, line] = [at(nouns, n), at(materials, Math.floor(n / 10)), at(lines, Math.floor(n / 100))]
  return {
    title: `${line} ${material} ${noun}`,
    variant: `${at(colors, Math.floor(n / 500))} ${at(sizes, Math.floor(n / 5_000))}`,
  }
}

/** An EAN-13 with its check digit. */
function barcodeOf(n: number): string {
  const digits = `400${String(n * 7 + 1).padStart(9, '0')}`
  const sum = digits.split('').reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const withWrongCheckDigit = (barcode: string) => `${barcode.slice(0, -1)}${(Number(barcode.slice(-1)) + 1) % 10}`

/**
 * A shop of many items, one for each SKU of ours: some by code, some by barcode, some by neither. A share of them are traps, of which each
 * looks like another SKU than it is.
 */
export function seedShop(seed: number, count: number, share = 0.05): { items: SeededItem[]; skus: OwnSku[] } {
  const random = randomFrom(seed)
  const skus = Array.from({ length: count }, (_, n): OwnSku => {
    const { title, variant } = titleOf(n)
    const barcode = random() < 0.8 ? barcodeOf(n) : null
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    return { id, sku: `SKU-${n}-X`, title: `${title}, ${variant}`, barcode, isActive: random() < 0.97 }
  })
  const items = skus.map(({ id, sku, barcode }, n): SeededItem => {
    const code = random() < 0.6 ? sku : null
    const kept = random() < 0.7 ? barcode : null
    return {
      externalId: `item-${n}`,
      ...titleOf(n),
      sku: code,
      barcode: kept,
      skuId: null,
      isIgnored: false,
      truth: id,
    }
  })
  const removed = new Set<SeededItem>()
  for (const [one, other] of pairs(random, count, Math.round(count * share))) {
    const [item, another] = [items[one], items[other]]
    if (item && another) setTrap(Math.floor(random() * 5), item, another, { other: skus[other], removed, random })
  }
  return { items: items.filter((item) => !removed.has(item)), skus }
}

/** Pairs of numbers below `count`, each number in one pair only. */
function pairs(random: () => number, count: number, wanted: number): [number, number][] {
  const used = new Set<number>()
  const next = (): number => {
    const found = Math.floor(random() * count)
    if (used.has(found)) return next()
    used.add(found)
    return found
  }
  return Array.from({ length: wanted }, () => [next(), next()])
}

type TrapParts = { other: OwnSku | undefined; removed: Set<SeededItem>; random: () => number }

function setTrap(kind: number, item: SeededItem, another: SeededItem, { other, removed, random }: TrapParts): void {
  switch (kind) {
    case 0: // The code of another item, which the shop has too.
      another.sku ??= other?.sku ?? null
      item.sku = another.sku
      return
    case 1: // Two items with their barcodes swapped.
      ;[item.barcode, another.barcode] = [another.barcode, item.barcode]
      return
    case 2:
      item.barcode = item.barcode && withWrongCheckDigit(item.barcode)
      return
    case 3: // The code of another SKU in another case, sold by the shop too or not.
      item.sku = other?.sku.toLowerCase() ?? null
      if (random() < 0.5) removed.add(another)
      return
    default: // Variations under the code of their parent, which is a SKU as well.
      another.sku = other?.sku ?? null
      item.sku = another.sku
      item.title = another.title
  }
}
