import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StockSource } from '#contract/inventory.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { buildFulfillment, buildOrderWithLines, changeSettings, countStock } from '#server/testing/stock.ts'
import { acceptHolds, holdUnits, releaseHolds } from './holds.ts'
import { getStockDetailOrThrow } from './sku-stock-queries.ts'

const lowStockThreshold = 4

let test: TestDatabase
let companyId: string

beforeAll(async () => {
  test = await createTestDatabase()
  companyId = (await buildCompany(test.db)).id
  await changeSettings(test.db, companyId, { lowStockThreshold })
})
afterAll(() => test.drop())

type Count = { available: number; minute: number; source: StockSource }
type Step =
  | { do: 'count'; count: Count }
  | { do: 'count again' }
  | { do: 'place'; quantity: number }
  | { do: 'hold' | 'release order' | 'release fulfillment'; order: number }
  | { do: 'accept'; order: number; minute: number }

/** Few minutes and orders, so that counts are late, concurrent and repeated. */
const minute = fc.integer({ min: 0, max: 9 })
const order = fc.nat({ max: 3 })
const anyCount = fc.record({
  available: fc.nat({ max: 9 }),
  minute,
  source: fc.constantFrom<StockSource>('amazon', 'amazon', 'sheet', 'upload'),
})
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('count' as const), count: anyCount }),
  fc.record({ do: fc.constant('count again' as const) }),
  fc.record({ do: fc.constant('place' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constantFrom('hold' as const, 'release order' as const, 'release fulfillment' as const), order }),
  fc.record({ do: fc.constant('accept' as const), order, minute }),
)

/** An order in the model: its units wait, are accepted by Amazon since a minute, or are released. */
type Units = {
  quantity: number
  state: 'free' | 'waiting' | 'accepted'
  acceptedAt: number
  isCounted: boolean
  turn: number
}

/** The model: DESIGN section 5 in plain arithmetic, without locks or stored sums. */
function createModel(buffer: number, first: Count) {
  let [level, turn] = [first, 0]
  const orders: Units[] = []
  const isHeld = (one: Units) => one.state === 'waiting' || (one.state === 'accepted' && !one.isCounted)
  const sum = (some: Units[]) => some.reduce((total, { quantity }) => total + quantity, 0)

  return {
    orders,
    count(count: Count) {
      if (count.minute >= level.minute) level = count
      if (count.source !== 'amazon') return
      for (const one of orders) one.isCounted ||= one.state === 'accepted' && one.acceptedAt < count.minute
    },
    place: (quantity: number) =>
      void orders.push({ quantity, state: 'free', acceptedAt: 0, isCounted: false, turn: 0 }),
    hold(one: Units) {
      if (one.state === 'free') Object.assign(one, { state: 'waiting', turn: (turn += 1) })
    },
    accept(one: Units, minute: number) {
      if (one.state === 'accepted') return
      const isCounted = level.source === 'amazon' && level.minute > minute
      Object.assign(one, { state: 'accepted', acceptedAt: minute, isCounted })
    },
    release: (one: Units) => void Object.assign(one, { state: 'free', isCounted: false }),
    isCovered(one: Units) {
      const ahead = orders.filter(
        (other) => other !== one && isHeld(other) && (other.state === 'accepted' || other.turn < one.turn),
      )
      return level.available - buffer - sum(ahead) >= one.quantity
    },
    expected() {
      const held = sum(orders.filter(isHeld))
      const available = Math.max(level.available - held, 0)
      const sellable = Math.max(level.available - held - buffer, 0)
      return { source: level.source, counted: level.available, held, available, buffer, sellable }
    },
    /** The formula as documented: holds that Amazon had not accepted when the last count was read. */
    heldByFormula: () =>
      level.source === 'amazon'
        ? sum(
            orders.filter(
              (one) => one.state === 'waiting' || (one.state === 'accepted' && one.acceptedAt >= level.minute),
            ),
          )
        : null,
  }
}

type Order = Awaited<ReturnType<typeof buildOrderWithLines>> & { fulfillments: string[] }

const momentOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute))

/** The same steps in the database. */
function createStore(skuId: string) {
  const orders: Order[] = []
  const at = momentOf(0)
  return {
    orders,
    count: ({ available, minute, source }: Count) =>
      countStock(test.db, companyId, skuId, { available, source, readAt: momentOf(minute) }),
    async place(quantity: number) {
      orders.push({ ...(await buildOrderWithLines(test.db, companyId, [{ skuId, quantity }])), fulfillments: [] })
    },
    hold: ({ id }: Order) => test.db.inCompany(companyId, (tx) => holdUnits(tx, { companyId, orderId: id, at })),
    async accept(one: Order, isRepeated: boolean, minute: number) {
      if (!isRepeated) {
        const attempt = one.fulfillments.length + 1
        one.fulfillments.push((await buildFulfillment(test.db, companyId, one, { attempt })).id)
      }
      const acceptance = { companyId, fulfillmentId: one.fulfillments.at(-1) ?? '', acceptedAt: momentOf(minute) }
      await test.db.inCompany(companyId, (tx) => acceptHolds(tx, acceptance))
    },
    release: (of: { orderId: string } | { fulfillmentId: string }) =>
      test.db.inCompany(companyId, (tx) => releaseHolds(tx, { companyId, at, ...of })),
    detail: () => test.db.inCompany(companyId, (tx) => getStockDetailOrThrow(tx, companyId, skuId)),
    async isLow() {
      const [level] = await test.db.inCompany(companyId, (tx) =>
        tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId)),
      )
      return level?.lowSince !== null
    },
  }
}

type Model = ReturnType<typeof createModel>
type Store = ReturnType<typeof createStore>

async function take(step: Step, model: Model, store: Store, last: { count: Count }): Promise<void> {
  if ('order' in step) return changeOrder(step, model, store)
  if (step.do === 'place') {
    model.place(step.quantity)
    return store.place(step.quantity)
  }
  if (step.do === 'count') last.count = step.count
  model.count(last.count)
  await store.count(last.count)
}

type OrderStep = Extract<Step, { order: number }>

async function changeOrder(step: OrderStep, model: Model, store: Store): Promise<void> {
  const [units, order] = [model.orders[step.order], store.orders[step.order]]
  if (!units || !order) return
  switch (step.do) {
    case 'hold': {
      model.hold(units)
      const covered = (await store.hold(order)).map((line) => line.isCovered)
      expect(covered).toEqual(units.state === 'waiting' ? [model.isCovered(units)] : [])
      return
    }
    case 'accept':
      await store.accept(order, units.state === 'accepted', step.minute)
      return model.accept(units, step.minute)
    case 'release order':
      model.release(units)
      return store.release({ orderId: order.id })
    case 'release fulfillment': {
      const fulfillmentId = order.fulfillments.at(-1)
      if (units.state === 'accepted') model.release(units)
      return fulfillmentId ? store.release({ fulfillmentId }) : undefined
    }
  }
}

it('sellable units are the count less holds less buffer, whatever happens in whatever order', async () => {
  const scenario = fc.record({
    buffer: fc.nat({ max: 2 }),
    first: anyCount,
    steps: fc.array(anyStep, { minLength: 5, maxLength: 25, size: 'max' }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ buffer, first, steps }) => {
      const sku = await buildSku(test.db, companyId, { safetyBuffer: buffer })
      const [model, store] = [createModel(buffer, first), createStore(sku.id)]
      const last = { count: first }
      await store.count(first)
      for (const step of steps) {
        await take(step, model, store, last)
        const { why, holds, qtyAvailable } = await store.detail()
        expect(why).toMatchObject(model.expected())
        expect(qtyAvailable).toBe(why.available)
        expect(holds.reduce((total, { quantity }) => total + quantity, 0)).toBe(why.held)
        expect(model.heldByFormula() ?? why.held).toBe(why.held)
        expect(await store.isLow()).toBe(why.available <= lowStockThreshold)
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
