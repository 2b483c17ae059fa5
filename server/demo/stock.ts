import { asc, sql } from 'drizzle-orm'
import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { lowStockSpells } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { bulkChangeMoment, bulkChanges } from './bulk-changes.ts'
import { daysBefore, minutesBefore } from './dates.ts'
import { createRandom, type Random } from './random.ts'

/** Adds ninety days of counts, the resulting levels and the spells of low stock. */
export async function addStock(tx: Tx, companyId: string, now: Date): Promise<void> {
  const all = await tx.select().from(skus).orderBy(asc(skus.sku))
  const histories = all.map((sku) => {
    const counts = countsOf({ ...sku, isHeldByAmazon: sku.stockHolder === 'amazon' }, now)
    return { counts, readAt: sku.stockHolder === 'amazon' ? sku.lastAmazonSync : null }
  })
  await writeCounts(
    tx,
    companyId,
    histories.flatMap(({ counts }) => counts),
  )
  await writeLevels(
    tx,
    companyId,
    histories.flatMap(({ counts, readAt }) => levelAfter(counts, readAt)),
  )
  const spells = histories.flatMap(({ counts }) => spellsOf(counts))
  await insertRows(
    tx,
    lowStockSpells,
    spells.map((spell) => ({ companyId, id: newId(spell.endedAt.getTime()), ...spell })),
  )
}

const columns = sql`"skuId" uuid, source text, "qtyAvailable" int, "qtyReserved" int, "qtyInbound" int`

/** JSON in one statement: thousands of rows would exceed PostgreSQL's limit of parameters. */
async function writeCounts(tx: Tx, companyId: string, counts: Count[]): Promise<void> {
  const rows = counts.map((count) => ({ id: newId(count.capturedAt.getTime()), ...count }))
  await tx.execute(sql`
    insert into inventory_snapshots
      (company_id, id, sku_id, source, qty_available, qty_reserved, qty_inbound, captured_at, created_at)
    select ${companyId}::uuid, id, "skuId", source, "qtyAvailable", "qtyReserved", "qtyInbound",
      "capturedAt", "capturedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as count(id uuid, ${columns}, "capturedAt" timestamptz)`)
}

type Level = Omit<Count, 'capturedAt'> & { readAt: Date; lowSince: Date | null }

async function writeLevels(tx: Tx, companyId: string, levels: Level[]): Promise<void> {
  await tx.execute(sql`
    update stock_levels set source = level.source, qty_available = "qtyAvailable", qty_reserved = "qtyReserved",
      qty_inbound = "qtyInbound", read_at = "readAt", low_since = "lowSince", updated_at = "readAt"
    from json_to_recordset(${JSON.stringify(levels)}::json)
      as level(${columns}, "readAt" timestamptz, "lowSince" timestamptz)
    where company_id = ${companyId} and sku_id = "skuId"`)
}

/** Amazon is read more often than its counts change, so the level's read time is the last sync. */
function levelAfter(counts: Count[], readAt: Date | null): Level[] {
  const last = counts.at(-1)
  if (!last) return []
  const { capturedAt, ...count } = last
  return [{ ...count, readAt: readAt ?? capturedAt, lowSince: lowSince(counts) }]
}

type CountedSku = {
  id: string
  sku: string
  price: string | null
  isHeldByAmazon: boolean
  lastAmazonSync: Date | null
  createdAt: Date
}

type Count = {
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
function countsOf(sku: CountedSku, now: Date): Count[] {
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
function lowSince(counts: readonly Count[]): Date | null {
  const lastAbove = counts.findLastIndex((count) => !isLow(count))
  return counts[lastAbove + 1]?.capturedAt ?? null
}

/** Past spells of low stock: each starts with a low count and ends with the next that is not. */
function spellsOf(counts: readonly Count[]): { skuId: string; beganAt: Date; endedAt: Date }[] {
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
