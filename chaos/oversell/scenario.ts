import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { randomFrom } from '#server/testing/random.ts'
import { apiCallOf, webhookOf, type Shop, type ShopLine, type ShopOrder } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import { readStoredOrders, type StoredOrder } from '../invariants/deliveries.ts'
import { checkOversell } from '../invariants/oversell.ts'
import { exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { sendRequest } from '../harness/client-request.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'

const clients = 64
const scarceSku = 'LAST'
const sharedSkus = ['LEFT', 'RIGHT', 'MIDDLE'] as const

type Plan = { orders: number; units: number; crossed: number; each: number }

const plans: Record<Size, Plan> = {
  short: { orders: 40, units: 10, crossed: 24, each: 14 },
  long: { orders: 2_000, units: 500, crossed: 1_500, each: 900 },
}

type OrderToSend = ShopOrder & { shop: Shop }

/** Many more orders than units, from 64 clients at once, over two processes and two channels. */
export async function runOversell({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startSystem()
  try {
    const random = randomFrom(seed)
    const plan = plans[size]
    const stock = new Map([[scarceSku, plan.units], ...sharedSkus.map((sku) => [sku, plan.each] as const)])
    await stockUp(system, stock)
    const orders = shuffled([...makeSingle(system, plan, random), ...makeCrossed(system, plan, random)], random)
    const refused = await sendAll(system, orders, random)
    await waitUntilIdle(system)
    const stored = await readStoredOrders(system)
    const isForScarceSku = ({ lines: [only, ...more] }: StoredOrder) => only?.sku === scarceSku && more.length === 0
    const clear = stored.filter((order) => isForScarceSku(order) && !order.isShort)
    const there = new Set(stored.map(({ externalOrderId }) => externalOrderId))
    const missing = orders.filter(({ externalOrderId }) => !there.has(externalOrderId))
    const lost = missing.map(({ externalOrderId }) => `order ${externalOrderId} is not there`)
    const { wrongDecisions, differing } = await checkOversell(system, stored, stock)
    return {
      claims: [
        exactly(`orders for one unit clear to ship, of ${plan.orders} for ${plan.units}`, clear.length, plan.units),
        none(`orders that were not accepted, of ${orders.length}`, [...refused, ...lost]),
        none('orders promised units that earlier ones had, or short although units were left', wrongDecisions),
        none('stock levels that do not add up', differing),
        exactly('deadlocks in PostgreSQL', await countDeadlocks(system), 0),
      ],
      wrong: [...refused, ...lost, ...wrongDecisions, ...differing],
    }
  } finally {
    await system.close()
  }
}

const twoOf = ({ shops }: TestSystem) => shops.slice(0, 2)
const pick = <T>(list: readonly T[], random: () => number) => list[Math.floor(random() * list.length)] as T
const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

const line = (sku: string): ShopLine => ({ sku, quantity: 1, unitPrice: '5.00' })

const makeSingle = (system: TestSystem, { orders }: Plan, random: () => number): OrderToSend[] =>
  Array.from({ length: orders }, (_, n) => ({
    externalOrderId: String(10_000 + n),
    shop: pick(twoOf(system), random),
    lines: [line(scarceSku)],
  }))

/** Two or three lines of the same three SKUs in any order, perhaps one twice: a lock order that varies would deadlock. */
const makeCrossed = (system: TestSystem, { crossed }: Plan, random: () => number): OrderToSend[] =>
  Array.from({ length: crossed }, (_, n) => ({
    externalOrderId: String(50_000 + n),
    shop: pick(twoOf(system), random),
    lines: Array.from({ length: 2 + Math.floor(random() * 2) }, () => line(pick(sharedSkus, random))),
  }))

/** Sends each order once, to either process, by webhook or API. Returns the refused ones. */
async function sendAll(system: TestSystem, orders: readonly OrderToSend[], random: () => number): Promise<string[]> {
  const waiting = [...orders]
  const refused: string[] = []
  const send = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      const { externalOrderId, shop } = order
      const toRequest = random() < 0.5 ? apiCallOf : webhookOf
      const { outcome, status } = await sendRequest(pick(system.processes.urls, random), toRequest(shop, order))
      if (outcome !== 'ok') refused.push(`order ${externalOrderId} was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, send))
  return refused
}

async function stockUp({ deps, companyId }: TestSystem, stock: ReadonlyMap<string, number>): Promise<void> {
  const { id: productId } = await buildProduct(deps.db, companyId)
  for (const [sku, available] of stock) {
    const { id } = await buildSku(deps.db, companyId, { productId, sku })
    await countStock(deps.db, companyId, id, { available })
  }
}

async function countDeadlocks({ deps }: TestSystem): Promise<number> {
  const { rows } = await deps.db.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}
