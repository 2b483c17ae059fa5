import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import type { Shop } from '#server/testing/shop-webhooks.ts'
import { buildFulfillment } from '#server/testing/stock.ts'
import type { UserAction, Delivery } from '../mixed-load/clients.ts'
import { checkUserActions } from './user-actions.ts'
import { checkDeliveries, type StoredOrder } from './deliveries.ts'
import { checkTransitions } from './status-transitions.ts'
import { checkOversell } from './oversell.ts'
import { checkShipments } from './shipments.ts'
import { checkStock } from './stock-levels.ts'
import type { SystemState, HistoryEntry, ClientOutcome } from './client-history.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const entry = <What extends object>(what: What, outcome: ClientOutcome): HistoryEntry<What> => ({
  ...what,
  outcome,
  startedAt: 0,
  endedAt: 0,
  tries: 1,
})
const shop: Shop = { id: 'shop', platform: 'standard', webhookSecret: '', apiKey: '' }
const lines = [{ sku: 'TEE', quantity: 1, unitPrice: '5.00' }]
const sent = (externalOrderId: string, outcome: ClientOutcome) =>
  entry<Delivery>({ order: { externalOrderId, lines, shop } }, outcome)
const stored = (externalOrderId: string, changes: Partial<StoredOrder> = {}): StoredOrder => ({
  externalOrderId,
  lines,
  orderNumber: externalOrderId,
  channelId: shop.id,
  isShort: false,
  ...changes,
})

it('checkDeliveries reports an acknowledged order that is missing, and no unacknowledged one', () => {
  const seen = checkDeliveries([sent('1', 'ok'), sent('2', 'ok'), sent('3', 'unknown')], [stored('1')])
  expect(seen).toEqual({ lost: ['order 2 is lost'], doubled: [], altered: [] })
})

it('checkDeliveries reports an order that is stored twice, differs, or was sent by no client', () => {
  const other = [{ sku: 'MUG', quantity: 1, unitPrice: '5.00' }]
  const all = [
    stored('1'),
    stored('1'),
    stored('2', { lines: other }),
    stored('3', { channelId: 'another' }),
    stored('4'),
  ]
  const { doubled, altered } = checkDeliveries([sent('1', 'ok'), sent('2', 'ok'), sent('3', 'ok')], all)
  expect(doubled).toEqual(['order 1 is there 2 times'])
  expect(altered.map((one) => one.slice(0, 7))).toEqual(['order 2', 'order 3', 'order 4'])
})

it('checkTransitions reports a status that went back', () => {
  const transitions = [
    { kind: 'order', id: 'a', was: 'placed', became: 'acknowledged' },
    { kind: 'order', id: 'b', was: 'delivered', became: 'placed' },
    { kind: 'fulfillment', id: 'c', was: 'delivered', became: 'submitted' },
  ] as const
  expect(checkTransitions(transitions)).toEqual([
    'order b went from delivered to placed',
    'fulfillment c went from delivered to submitted',
  ])
})

const systemStateOf = (
  { companyId }: Pick<IntakeFixture, 'companyId'>,
  atAmazon: Record<string, string> = {},
): SystemState => {
  const orders = Object.fromEntries(Object.entries(atAmazon).map(([id, status]) => [id, { id, status }]))
  const sellers = { one: { fulfillment: { orders } } }
  return { deps: test.deps, companyId, emulators: { amazon: { state: { sellers } } } } as unknown as SystemState
}

it('checkStock and checkOversell report wrong holds and units promised twice', async () => {
  const fixture = await createIntakeFixture(test.deps, { stock: { 'TEE-L': 10, MUG: 10 } })
  await fixture.deliver(orderEventBody('order.created', 1, anOrder('1')))
  await fixture.processInbox()
  const systemState = systemStateOf(fixture)
  const stock = new Map([
    ['TEE-L', 10],
    ['MUG', 10],
  ])
  expect(await checkStock(systemState, stock)).toEqual([])
  expect(await checkStock(systemState, new Map([['TEE-L', 1]]))).toHaveLength(2)
  const seen = [
    {
      ...stored('1'),
      lines: [
        { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' },
        { sku: 'MUG', quantity: 1, unitPrice: '8.00' },
      ],
    },
  ]
  expect(await checkOversell(systemState, seen, stock)).toEqual({ wrongDecisions: [], differing: [] })
  expect(await checkOversell(systemState, seen, new Map([['TEE-L', 1]]))).toMatchObject({ wrongDecisions: [{}] })
  await test.deps.db.inCompany(fixture.companyId, (tx) =>
    tx.execute(sql`update stock_levels set qty_held = qty_held + 1`),
  )
  expect(await checkStock(systemState, stock)).toHaveLength(2)
})

it('checkShipments reports an order that is at Amazon twice, unknown here, or missing there', async () => {
  const fixture = await createIntakeFixture(test.deps)
  const order = await buildOrder(test.deps, fixture.companyId)
  for (const [attempt, externalFulfillmentId] of ['LS-1', 'LS-2'].entries()) {
    await buildFulfillment(test.deps.db, fixture.companyId, order, {
      attempt: attempt + 1,
      externalFulfillmentId,
      status: 'received',
    })
  }
  const [twice, missing] = await Promise.all([
    checkShipments(systemStateOf(fixture, { 'LS-1': 'Processing', 'LS-2': 'Processing', 'LS-9': 'Processing' })),
    checkShipments(systemStateOf(fixture, { 'LS-1': 'Processing', 'LS-2': 'Cancelled' })),
  ])
  expect(twice.doubled).toEqual([`${order.orderNumber} is 2 times at Amazon`])
  expect(twice.unknown).toEqual(['LS-9 is at Amazon and not known here'])
  expect(missing).toMatchObject({ doubled: [], unknown: [], differing: [] })
  expect((await checkShipments(systemStateOf(fixture, { 'LS-1': 'Processing' }))).differing).toEqual([
    'LS-2 is not at Amazon',
  ])
})

it('checkUserActions reports an acknowledged action that is not in the audit log', async () => {
  const { companyId } = await createIntakeFixture(test.deps)
  const action = { orderId: crypto.randomUUID(), action: 'hold' }
  expect(await checkUserActions(systemStateOf({ companyId }), [entry<UserAction>(action, 'unknown')])).toEqual([])
  expect(await checkUserActions(systemStateOf({ companyId }), [entry<UserAction>(action, 'ok')])).toHaveLength(1)
})
