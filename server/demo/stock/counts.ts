import { bulkChanges, bulkChangeMoment } from '../bulk/moments.ts'
import { daysBefore, minutesBefore } from '../moments.ts'
import type { Random } from '../random.ts'
import { endings, uncounted } from './endings.ts'
import { stockPath, type StockPath } from './path.ts'
import { chanceOf, dailySales, salesByDay } from './sales.ts'

export type CountedSku = {
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
/** From Seattle to a shelf at Amazon. */
const daysOnTheWay = 9

/** All counts of a SKU, the oldest first: Amazon's day by day, the warehouse's whenever somebody went to count. */
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

/** A count that finds what the last one found is no news. */
const differsFromLast = (count: Count, index: number, all: Count[]) => {
  const last = all[index - 1]
  return (
    last?.qtyAvailable !== count.qtyAvailable ||
    last.qtyReserved !== count.qtyReserved ||
    last.qtyInbound !== count.qtyInbound
  )
}
