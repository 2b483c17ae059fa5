import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { randomFrom } from '#server/testing/random.ts'
import { apiCallOf, webhookOf, type Shop, type ShopLine, type ShopOrder } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import { readKept, type Kept } from '../invariants/deliveries.ts'
import { checkPromises } from '../invariants/oversell.ts'
import { exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { ask } from '../harness/client-request.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'

const clients = 64
const last = 'LAST'
const pair = ['LEFT', 'RIGHT', 'MIDDLE'] as const

type Plan = { orders: number; units: number; crossed: number; each: number }

const plans: Record<Size, Plan> = {
  short: { orders: 200, units: 50, crossed: 100, each: 60 },
  long: { orders: 2_000, units: 500, crossed: 1_500, each: 900 },
}

type Asked = ShopOrder & { shop: Shop }

/** Many more orders than units, from 64 clients at once, over two processes and two channels. */
export async function runOversell({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startSystem()
  try {
    const random = randomFrom(seed)
    const plan = plans[size]
    const stock = new Map([[last, plan.units], ...pair.map((sku) => [sku, plan.each] as const)])
    await stockUp(world, stock)
    const orders = shuffled([...makeSingle(world, plan, random), ...makeCrossed(world, plan, random)], random)
    const refused = await sendAll(world, orders, random)
    await waitUntilIdle(world)
    const kept = await readKept(world)
    const isOfLast = ({ lines: [only, ...more] }: Kept) => only?.sku === last && more.length === 0
    const clear = kept.filter((order) => isOfLast(order) && !order.isShort)
    const there = new Set(kept.map(({ externalOrderId }) => externalOrderId))
    const missing = orders.filter(({ externalOrderId }) => !there.has(externalOrderId))
    const lost = missing.map(({ externalOrderId }) => `order ${externalOrderId} is not there`)
    const { misjudged, differing } = await checkPromises(world, kept, stock)
    return {
      claims: [
        exactly(`orders for one unit clear to ship, of ${plan.orders} for ${plan.units}`, clear.length, plan.units),
        none(`orders that were not taken, of ${orders.length}`, [...refused, ...lost]),
        none('orders promised what others had before, or kept from what was left', misjudged),
        none('levels that do not add up', differing),
        exactly('deadlocks in PostgreSQL', await countDeadlocks(world), 0),
      ],
      wrong: [...refused, ...lost, ...misjudged, ...differing],
    }
  } finally {
    await world.close()
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

const makeSingle = (world: TestSystem, { orders }: Plan, random: () => number): Asked[] =>
  Array.from({ length: orders }, (_, n) => ({
    externalOrderId: String(10_000 + n),
    shop: pick(twoOf(world), random),
    lines: [line(last)],
  }))

/** Two or three lines of the same three SKUs, in any order, the same one perhaps twice. */
const makeCrossed = (world: TestSystem, { crossed }: Plan, random: () => number): Asked[] =>
  Array.from({ length: crossed }, (_, n) => ({
    externalOrderId: String(50_000 + n),
    shop: pick(twoOf(world), random),
    lines: Array.from({ length: 2 + Math.floor(random() * 2) }, () => line(pick(pair, random))),
  }))

/** Each order once, to either process, by webhook or by API. Answers what was not taken. */
async function sendAll(world: TestSystem, orders: readonly Asked[], random: () => number): Promise<string[]> {
  const waiting = [...orders]
  const refused: string[] = []
  const send = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      const { externalOrderId, shop } = order
      const say = random() < 0.5 ? apiCallOf : webhookOf
      const { told, status } = await ask(pick(world.processes.urls, random), say(shop, order))
      if (told !== 'ok') refused.push(`order ${externalOrderId} was answered ${status}`)
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
