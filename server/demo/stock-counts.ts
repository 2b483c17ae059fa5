import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import { bulkChangeMoment, bulkChanges } from './bulk-change-data.ts'
import { daysBefore, minutesBefore } from './dates.ts'
import { createRandom, type Random } from './random.ts'

type CountedSku = {
  id: string
  sku: string
  price: string | null
  isHeldByAmazon: boolean
  lastAmazonSync: Date | null
  createdAt: Date
}

export type Count = {
  skuId: string
  source: 'amazon' | 'upload' | 'sheet'
  qtyAvailable: number
  qtyReserved: number
  qtyInbound: number
  capturedAt: Date
}

const historyDays = 92

/** Days of transport to Amazon's warehouse. */
const daysOnTheWay = 9

/** All counts of a SKU, oldest first: daily from Amazon, by upload or sheet in the own warehouse. */
export function countsOf(sku: CountedSku, now: Date): Count[] {
  if (uncounted.has(sku.sku)) return []
  const random = chanceOf(sku.sku)
  const counts = sku.isHeldByAmazon ? amazonCounts(sku, random, now) : warehouseCounts(sku, random, now)
  return counts.filter((count) => count.capturedAt >= sku.createdAt).filter(differsFromLast)
}

function amazonCounts(sku: CountedSku, random: Random, now: Date): Count[] {
  const lastRead = sku.lastAmazonSync ?? now
  const { path, mean } = stockCourse(sku, random, lastRead)
  const ending = endings[sku.sku]
  const nextDelivery = ending?.inbound ?? (!ending && random.fraction() < 0.15 ? random.between(2, 10) * 12 : 0)
  return path.levels
    .map((qtyAvailable, day) => ({
      skuId: sku.id,
      source: 'amazon' as const,
      qtyAvailable,
      qtyReserved: day === 0 && ending ? (ending.reserved ?? 0) : random.times(mean / 2),
      qtyInbound: onTheWay(path, day) + (day < daysOnTheWay - 3 ? nextDelivery : 0),
      capturedAt: day === 0 ? lastRead : minutesBefore(daysBefore(lastRead, day), random.between(0, 600)),
    }))
    .toReversed()
}

function warehouseCounts(sku: CountedSku, random: Random, now: Date): Count[] {
  const counted = bulkChanges.filter(({ counts }) => counts(sku.sku))
  const last = counted.at(-1)
  if (!last) return []
  const { path } = stockCourse(sku, random, bulkChangeMoment(last, now))
  return counted.map((bulk) => ({
    skuId: sku.id,
    source: bulk.kind,
    qtyAvailable: path.levels[bulk.daysAgo - last.daysAgo] ?? 0,
    qtyReserved: 0,
    qtyInbound: 0,
    capturedAt: bulkChangeMoment(bulk, now),
  }))
}

function stockCourse(sku: CountedSku, random: Random, lastDay: Date): { path: StockPath; mean: number } {
  const mean = dailySales(random, Number(sku.price))
  const delivery = Math.ceil((mean * random.between(25, 40)) / 12) * 12
  const ending = endings[sku.sku]?.available ?? random.between(14, Math.max(24, Math.round(delivery * 1.1)))
  const full = Math.max(Math.round(delivery * 1.3), ending + 1)
  const sales = salesByDay(random, {
    days: historyDays,
    lastDay,
    mean,
    emptyDays: ending === 0 ? random.between(1, 5) : 0,
  })
  const today = endings[sku.sku]?.soldToday
  if (today !== undefined) sales[0] = today
  return { path: stockPath({ ending, full, delivery, sales }), mean }
}

const onTheWay = ({ arrivals }: StockPath, day: number) =>
  [...arrivals].reduce((sum, [arrival, units]) => sum + (arrival < day && day <= arrival + daysOnTheWay ? units : 0), 0)

/** Only counts that differ from the previous one are history. */
const differsFromLast = (count: Count, index: number, all: Count[]) => {
  const last = all[index - 1]
  return (
    last?.qtyAvailable !== count.qtyAvailable ||
    last.qtyReserved !== count.qtyReserved ||
    last.qtyInbound !== count.qtyInbound
  )
}

/** Indexed by days ago: 0 is the last day. */
type StockPath = { levels: number[]; arrivals: Map<number, number> }

type StockCourse = {
  /** Units left on the last day. */
  ending: number
  /** Highest stock. */
  full: number
  /** Units per delivery. */
  delivery: number
  /** Units sold by day, last day first. */
  sales: readonly number[]
}

/**
 * Stock levels at the end of each day, computed backwards from the ending: sold units are added back, and whenever that
 * exceeds the highest stock, a delivery is assumed. So levels end as given and are never negative. There is no delivery
 * on the last day, so that SKUs become low that day.
 */
export function stockPath({ ending, full, delivery, sales }: StockCourse): StockPath {
  const arrivals = new Map<number, number>()
  const levels: number[] = []
  let level = ending
  for (const [day, sold] of sales.entries()) {
    levels.push(level)
    const before = level + sold
    const arrived = day > 0 && before >= full ? Math.min(delivery, before) : 0
    if (arrived > 0) arrivals.set(day, arrived)
    level = before - arrived
  }
  return { levels, arrivals }
}

/** Relative sales by weekday, Sunday first. */
export const weekShape = [1.4, 1, 0.85, 0.85, 0.9, 1.05, 1.3]

/** Random numbers of a SKU; the first one determines `dailySales`. */
export const chanceOf = (sku: string): Random => createRandom(`stock of ${sku}`)

/** Mean units sold per day: more for cheap items, with some variation. */
export const dailySales = (random: Random, price: number) =>
  Math.min(6, Math.max(0.2, (45 / price) * (0.5 + random.fraction() * 1.3)))

type Period = { days: number; lastDay: Date; mean: number; emptyDays: number }

/** Units sold by day, last day first; none while sold out. */
const salesByDay = (random: Random, { days, lastDay, mean, emptyDays }: Period): number[] =>
  Array.from({ length: days }, (_, day) => {
    const shape = weekShape[daysBefore(lastDay, day).getUTCDay()] ?? 1
    return day < emptyDays ? 0 : random.times(mean * shape)
  })

const isLow = ({ qtyAvailable }: Count) => qtyAvailable <= defaultLowStockThreshold

/** Since when the SKU has been low; null if it is not. */
export function lowSince(counts: readonly Count[]): Date | null {
  const lastAbove = counts.findLastIndex((count) => !isLow(count))
  return counts[lastAbove + 1]?.capturedAt ?? null
}

/** Past spells of low stock: each starts with a low count and ends with the next that is not. */
export function spellsOf(counts: readonly Count[]): { skuId: string; beganAt: Date; endedAt: Date }[] {
  let beganAt: Date | null = null
  return counts.flatMap((count) => {
    const began = beganAt
    beganAt = isLow(count) ? (began ?? count.capturedAt) : null
    return began && !isLow(count) ? [{ skuId: count.skuId, beganAt: began, endedAt: count.capturedAt }] : []
  })
}

/** Stock of SKUs that are low or sold out today; the others are well stocked. */
type Ending = { available: number; reserved?: number; inbound?: number; soldToday?: number }

export const endings: Record<string, Ending> = {
  'HP-MUG-FOG': { available: 0 },
  'HP-BNE-RST': { available: 0 },
  'HP-CLT-08': { available: 0, inbound: 240 },
  'HP-DMT-TRE': { available: 0 },

  'HP-DAY-SPR': { available: 0, reserved: 4 },
  'HP-SOP-CDR': { available: 0, reserved: 9, inbound: 300 },

  'HP-THR-EMB': { available: 2 },
  'HP-SCK-M': { available: 4, inbound: 120 },
  'HP-TOT-OLV': { available: 5 },
  'HP-BWL-LRG': { available: 1 },
  'HP-BLM-FIR': { available: 3, reserved: 2 },

  'HP-SKI-10': { available: 8 },
  'HP-KET': { available: 10, soldToday: 2 },
  'HP-PIC-GRN': { available: 7, inbound: 36 },
  'HP-DUF-NVY': { available: 9 },
  'HP-NAP-RST': { available: 6 },
  'HP-HAM-DBL': { available: 10, inbound: 24, soldToday: 1 },
  'HP-DRY-20': { available: 7 },
  'HP-STL-TAN': { available: 6 },
  'HP-OTR-HNY': { available: 9 },
}

/** Added yesterday and not yet counted. */
const uncounted = new Set(['HP-GFT'])
