import type { Shop as Store } from '#emulators/shopify/state.ts'
import { median, percentile } from './harness/measure.ts'
import { figure, type Figure } from './harness/report.ts'
import { type ShopCompany, unitsOfSku, type Vendor } from './shop-company.ts'
import { runTraffic, type StockChange, type Traffic } from './shop-traffic.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const longestSeconds = 5

/** How a quantity in a shop's log came about; a sale is of one unit. */
type LogEntry = { at: number; quantity: number; by: 'us' | 'sale' }

/** The log of each SKU. */
type StockLog = Map<string, LogEntry[]>

/** Stock changes until both shops show them, while orders come in. */
export async function benchStockChanges(
  environment: BenchEnvironment,
  company: ShopCompany,
  channels: Record<Vendor, string>,
  seed: number,
): Promise<Figure[]> {
  const { store } = company
  const traffic = await runTraffic(environment, company, channels, seed)
  const logs: Record<Vendor, StockLog> = { Shopify: logOfStore(store), WooCommerce: logOfWooShop(company, traffic) }
  return [
    ...(['Shopify', 'WooCommerce'] as const).flatMap((vendor) => [
      latencyFigure(vendor, logs[vendor], traffic),
      faultFigure(vendor, logs, traffic),
    ]),
    throttledFigure(store),
  ]
}

function logOfStore({ levelLog }: Store): StockLog {
  return Map.groupBy(
    levelLog.map(({ at, sku, available, by }) => ({
      sku: sku ?? '',
      at: Date.parse(at),
      quantity: available,
      by: by === 'sale' ? ('sale' as const) : ('us' as const),
    })),
    ({ sku }) => sku,
  )
}

function logOfWooShop({ wooShop }: ShopCompany, { changes, bought }: Traffic): StockLog {
  const codes = new Map([...bought, ...changes.map(({ sku }) => sku)].map(({ productId, sku }) => [productId, sku]))
  return Map.groupBy(
    wooShop.stockLog.map(({ at, productId, quantity, why }) => ({
      sku: codes.get(productId) ?? '',
      at: Date.parse(at),
      quantity: quantity ?? 0,
      by: why === 'API' ? ('us' as const) : ('sale' as const),
    })),
    ({ sku }) => sku,
  )
}

function latencyFigure(vendor: Vendor, log: StockLog, { changes, orders }: Traffic): Figure {
  const seconds = changes.map((change) => secondsUntilShown(log, change))
  const arrived = seconds.filter(Number.isFinite)
  const fromCall = changes.map((change) => secondsUntilShown(log, { ...change, answeredAt: change.sentAt }))
  const sold = `${orders.Shopify + orders.WooCommerce} orders came in`
  return figure({
    what: `${vendor}, stock change until the shop has it, p95`,
    ours: percentile(seconds, 0.95),
    unit: 's',
    atMost: longestSeconds,
    note: `${arrived.length} of ${changes.length} changes, p50 ${median(seconds).toFixed(1)} s, worst ${Math.max(...arrived).toFixed(1)} s; from the call on, p95 ${percentile(fromCall, 0.95).toFixed(1)} s; ${sold}`,
  })
}

function secondsUntilShown(log: StockLog, { sku, quantity, sentAt, answeredAt }: StockChange): number {
  const shown = log
    .get(sku.sku)
    ?.find((entry) => entry.at >= sentAt && entry.by === 'us' && entry.quantity === quantity)
  return shown ? Math.max(0, shown.at - answeredAt) / 1000 : Number.POSITIVE_INFINITY
}

/**
 * Milliseconds before a write within which a sale can't be known to us. Shopify compares before it sets. WooCommerce can't: its orders are read
 * before each push, and what it sells between that reading and the write is put back until the next push.
 */
const unseen: Record<Vendor, number> = { Shopify: 0, WooCommerce: 1_000 }

/** Quantities of ours that put back units which the shop had sold, and SKUs of which the shop shows another quantity than is left. */
function faultFigure(vendor: Vendor, logs: Record<Vendor, StockLog>, { bought }: Traffic): Figure {
  const ages = bought.flatMap(({ sku }) => agesOfPutBack(logs[vendor].get(sku) ?? []))
  const putBack = ages.filter((age) => age >= unseen[vendor])
  const different = bought.filter(({ sku }) => {
    const entries = Object.values(logs).flatMap((log) => log.get(sku) ?? [])
    const left = unitsOfSku - entries.filter(({ by }) => by === 'sale').length
    return logs[vendor].get(sku)?.at(-1)?.quantity !== left
  })
  return figure({
    what: `${vendor}, pushes over a sale, and SKUs that differ in the end`,
    ours: putBack.length + different.length,
    unit: 'faults',
    atMost: 0,
    note: `${ages.length} pushes over a sale${ages.map((age) => ` (${age} ms old)`).join('')}, ${different.length} of ${bought.length} SKUs differ`,
  })
}

/** Per quantity of ours that put back a sold unit, the milliseconds since the newest sale. */
function agesOfPutBack(entries: readonly LogEntry[]): number[] {
  let sold = 0
  let soldAt = 0
  return entries.flatMap(({ by, quantity, at }) => {
    if (by === 'sale') {
      sold += 1
      soldAt = at
    }
    return by === 'us' && quantity > unitsOfSku - sold ? [at - soldAt] : []
  })
}

function throttledFigure({ stats }: Store): Figure {
  const { calls, points, throttled, violations } = stats
  for (const violation of violations) console.log(`  ${violation}`)
  return figure({
    what: 'Shopify, calls beyond its rate limit or invalid',
    ours: throttled + violations.length,
    unit: 'calls',
    atMost: 0,
    note: `${calls} calls, ${points} points`,
  })
}
