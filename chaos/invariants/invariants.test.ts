import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import type { Shop } from '#server/testing/shop-webhooks.ts'
import { buildFulfillment } from '#server/testing/stock.ts'
import type { Act, Delivery } from '../mixed-load/clients.ts'
import { checkActs } from './user-actions.ts'
import { checkDeliveries, type Kept } from './deliveries.ts'
import { checkMoves } from './status-transitions.ts'
import { checkPromises } from './oversell.ts'
import { checkShipments } from './shipments.ts'
import { checkStock } from './stock-levels.ts'
import type { SystemState, Entry, ClientOutcome } from './client-history.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const entry = <What extends object>(what: What, told: ClientOutcome): Entry<What> => ({
  ...what,
  told,
  askedAt: 0,
  toldAt: 0,
  tries: 1,
})
const shop: Shop = { id: 'shop', platform: 'standard', webhookSecret: '', apiKey: '' }
const lines = [{ sku: 'TEE', quantity: 1, unitPrice: '5.00' }]
const sent = (externalOrderId: string, told: ClientOutcome) =>
  entry<Delivery>({ order: { externalOrderId, lines, shop } }, told)
const kept = (externalOrderId: string, changes: Partial<Kept> = {}): Kept => ({
  externalOrderId,
  lines,
  orderNumber: externalOrderId,
  channelId: shop.id,
  isShort: false,
  ...changes,
})

it('sees an acknowledged order that is lost, and minds no other that is not there', () => {
  const seen = checkDeliveries([sent('1', 'ok'), sent('2', 'ok'), sent('3', 'unknown')], [kept('1')])
  expect(seen).toEqual({ lost: ['order 2 is lost'], doubled: [], altered: [] })
})

it('sees an order that is there twice, differs, or was sent by nobody', () => {
  const other = [{ sku: 'MUG', quantity: 1, unitPrice: '5.00' }]
  const all = [kept('1'), kept('1'), kept('2', { lines: other }), kept('3', { channelId: 'another' }), kept('4')]
  const { doubled, altered } = checkDeliveries([sent('1', 'ok'), sent('2', 'ok'), sent('3', 'ok')], all)
  expect(doubled).toEqual(['order 1 is there 2 times'])
  expect(altered.map((one) => one.slice(0, 7))).toEqual(['order 2', 'order 3', 'order 4'])
})

it('sees a status that went back', () => {
  const moves = [
    { kind: 'order', id: 'a', was: 'placed', became: 'acknowledged' },
    { kind: 'order', id: 'b', was: 'delivered', became: 'placed' },
    { kind: 'fulfillment', id: 'c', was: 'delivered', became: 'submitted' },
  ] as const
  expect(checkMoves(moves)).toEqual([
    'order b went from delivered to placed',
    'fulfillment c went from delivered to submitted',
  ])
})

const booksOf = (
  { companyId }: Pick<IntakeFixture, 'companyId'>,
  atAmazon: Record<string, string> = {},
): SystemState => {
  const orders = Object.fromEntries(Object.entries(atAmazon).map(([id, status]) => [id, { id, status }]))
  const sellers = { one: { fulfillment: { orders } } }
  return { deps: test.deps, companyId, standIns: { amazon: { state: { sellers } } } } as unknown as SystemState
}

it('sees units that are held wrongly, or promised twice', async () => {
  const world = await createIntakeFixture(test.deps, { stock: { 'TEE-L': 10, MUG: 10 } })
  await world.deliver(orderEventBody('order.created', 1, anOrder('1')))
  await world.processInbox()
  const books = booksOf(world)
  const stock = new Map([
    ['TEE-L', 10],
    ['MUG', 10],
  ])
  expect(await checkStock(books, stock)).toEqual([])
  expect(await checkStock(books, new Map([['TEE-L', 1]]))).toHaveLength(2)
  const seen = [
    {
      ...kept('1'),
      lines: [
        { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' },
        { sku: 'MUG', quantity: 1, unitPrice: '8.00' },
      ],
    },
  ]
  expect(await checkPromises(books, seen, stock)).toEqual({ misjudged: [], differing: [] })
  expect(await checkPromises(books, seen, new Map([['TEE-L', 1]]))).toMatchObject({ misjudged: [{}] })
  await test.deps.db.inCompany(world.companyId, (tx) =>
    tx.execute(sql`update stock_levels set qty_held = qty_held + 1`),
  )
  expect(await checkStock(books, stock)).toHaveLength(2)
})

it('sees an order that is at Amazon twice, or not known here, or not there', async () => {
  const world = await createIntakeFixture(test.deps)
  const order = await buildOrder(test.deps, world.companyId)
  for (const [attempt, externalFulfillmentId] of ['LS-1', 'LS-2'].entries()) {
    await buildFulfillment(test.deps.db, world.companyId, order, {
      attempt: attempt + 1,
      externalFulfillmentId,
      status: 'received',
    })
  }
  const [twice, missing] = await Promise.all([
    checkShipments(booksOf(world, { 'LS-1': 'Processing', 'LS-2': 'Processing', 'LS-9': 'Processing' })),
    checkShipments(booksOf(world, { 'LS-1': 'Processing', 'LS-2': 'Cancelled' })),
  ])
  expect(twice.doubled).toEqual([`${order.orderNumber} is 2 times at Amazon`])
  expect(twice.unknown).toEqual(['LS-9 is at Amazon and not known here'])
  expect(missing).toMatchObject({ doubled: [], unknown: [], differing: [] })
  expect((await checkShipments(booksOf(world, { 'LS-1': 'Processing' }))).differing).toEqual(['LS-2 is not at Amazon'])
})

it('sees an act that was acknowledged and is not on record', async () => {
  const { companyId } = await createIntakeFixture(test.deps)
  const act = { orderId: crypto.randomUUID(), action: 'hold' }
  expect(await checkActs(booksOf({ companyId }), [entry<Act>(act, 'unknown')])).toEqual([])
  expect(await checkActs(booksOf({ companyId }), [entry<Act>(act, 'ok')])).toHaveLength(1)
})
