import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '#contract/i18n.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import { marketplaceId } from './fixtures/seller-account.ts'
import { application } from './fixtures/test-settings.ts'
import { handle, createFulfillmentFixture, question, submission } from './fixtures/fulfillment-fixture.ts'

let amazon: RunningAmazon
let warehouse: Awaited<ReturnType<typeof createFulfillmentFixture>>

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
})
afterAll(() => amazon.stop())

async function open() {
  warehouse = await createFulfillmentFixture(amazon)
  await warehouse.tell({ fate: 'ships', cancellation: 'obeys' })
  return warehouse
}

const submit = (id: string, changes = {}) => warehouse.fulfillment.submit(warehouse.account, submission(id, changes))
const read = (id: string, delivered?: string[]) => warehouse.fulfillment.read(warehouse.account, handle(id), delivered)

it('a preview has the fee and the dates of each speed', async () => {
  const { fulfillment, account } = await open()
  const offers = await fulfillment.preview(account, question())
  expect(offers.map(({ speed, isFulfillable, fee }) => ({ speed, isFulfillable, fee }))).toEqual([
    { speed: 'standard', isFulfillable: true, fee: { amount: '14.85', currency: 'USD' } },
    { speed: 'expedited', isFulfillable: true, fee: { amount: '17.85', currency: 'USD' } },
    { speed: 'priority', isFulfillable: true, fee: { amount: '22.85', currency: 'USD' } },
  ])
  const [standard] = offers
  const day = 86_400_000
  expect(standard?.latestShipDate?.getTime()).toBe(amazon.clock.time() + day)
  expect(standard?.latestArrivalDate?.getTime()).toBe(amazon.clock.time() + 6 * day)
})

it('a preview says in sentences why an order can’t be sent', async () => {
  const { fulfillment, account } = await open()
  const lines = [
    { itemId: 'line-1', sku: 'LAMP', quantity: 11 },
    { itemId: 'line-2', sku: 'SOFA', quantity: 1 },
  ]
  const [standard] = await fulfillment.preview(account, question({ lines }))
  expect(standard).toMatchObject({
    isFulfillable: false,
    fee: null,
    latestShipDate: null,
  })
  expect(standard?.problems.map(inEnglish)).toEqual([
    'Amazon’s warehouses don’t have 11 of LAMP.',
    'Amazon has no stock record for SOFA.',
  ])
})

it('an order is tracked from its submission to its delivery', async () => {
  const { pass } = await open()
  expect(await submit('LIFE-1')).toBe('accepted')
  const steps: [FulfillmentStatus, string, number][] = [
    ['submitted', 'New', 5],
    ['received', 'Received', 15],
    ['planning', 'Planning', 30],
    ['processing', 'Processing', 70],
  ]
  for (const [status, externalStatus, seconds] of steps) {
    expect(await read('LIFE-1')).toMatchObject({
      status,
      externalStatus,
      unknownWords: [],
      packages: expect.any(Array),
    })
    pass(seconds)
  }
  const shipped = await read('LIFE-1')
  expect(shipped).toMatchObject({ status: 'shipped', externalStatus: 'Complete', isPartial: false, isInvalid: false })
  expect(shipped?.packages).toMatchObject([
    {
      carrier: 'UPS',
      carrierStatus: 'IN_TRANSIT',
      deliveredAt: null,
      lines: [
        { itemId: 'line-1', quantity: 2 },
        { itemId: 'line-2', quantity: 1 },
      ],
    },
  ])
  const [parcel] = shipped?.packages ?? []
  expect(parcel?.trackingNumber).toMatch(/^1Z/)
  expect(parcel?.shippedAt?.getTime()).toBeLessThan(amazon.clock.time())

  pass(120)
  const delivered = await read('LIFE-1')
  const [arrived] = delivered?.packages ?? []
  expect(delivered).toMatchObject({ status: 'delivered', readAt: amazon.clock.now() })
  expect(arrived?.events.map(({ type }) => type)).toContain('EVENT_301')
  expect(arrived?.deliveredAt).toEqual(arrived?.events.find(({ type }) => type === 'EVENT_301')?.at)
})

it('a delivered package is not tracked again', async () => {
  const { pass, requests } = await open()
  await submit('KNOWN-1')
  pass(300)
  const [parcel] = (await read('KNOWN-1'))?.packages ?? []
  const tracked = () => requests.filter(({ url }) => url.includes('/tracking?')).length
  const before = tracked()
  const again = await read('KNOWN-1', [parcel?.packageNumber ?? ''])
  expect(tracked()).toBe(before)
  expect(again).toMatchObject({
    status: 'delivered',
    packages: [{ carrierStatus: null, deliveredAt: null, events: [] }],
  })
})

it.each([
  ['two-packages', 'delivered', 2, 0],
  ['two-shipments', 'delivered', 2, 0],
  ['ships-partly', 'delivered', 1, 1],
  ['undeliverable', 'shipped', 1, 0],
] as const)('an order with the fate %s is read', async (fate, status, packages, missing) => {
  const { tell, pass } = await open()
  await tell({ fate })
  await submit(`FATE-${fate}`)
  pass(1_000)
  const snapshot = await read(`FATE-${fate}`)
  expect(snapshot).toMatchObject({ status, isPartial: missing > 0 })
  expect(snapshot?.packages).toHaveLength(packages)
  expect(snapshot?.packages.map(({ isLost }) => isLost)).toEqual(Array(packages).fill(fate === 'undeliverable'))
  const sent = snapshot?.packages.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  expect(sent).toBe(3 - missing)
  expect(snapshot?.lines.reduce((sum, { unfulfillable }) => sum + unfulfillable, 0)).toBe(missing)
})

it('an order is shipped as soon as the first of two shipments has left', async () => {
  const { tell, pass } = await open()
  await tell({ fate: 'two-shipments' })
  await submit('HALF-1')
  pass(80)
  const snapshot = await read('HALF-1')
  expect(snapshot).toMatchObject({ status: 'shipped', externalStatus: 'Processing' })
  expect(snapshot?.packages.map(({ shippedAt }) => shippedAt !== null)).toEqual([true, false])
})

it('an order says which units Amazon will not send', async () => {
  const { tell, pass } = await open()
  await tell({ fate: 'invalid' })
  await submit('BAD-1')
  await tell({ fate: 'unfulfillable' })
  await submit('BAD-2')
  pass(60)
  expect(await read('BAD-1')).toMatchObject({ status: 'unfulfillable', isInvalid: true, packages: [] })
  expect(await read('BAD-2')).toMatchObject({ status: 'unfulfillable', isInvalid: false })
})

it('a second submission is answered with exists, and an unknown order is read as null', async () => {
  await open()
  expect(await submit('TWICE-1')).toBe('accepted')
  expect(await submit('TWICE-1')).toBe('exists')
  expect(await read('NEVER-1')).toBeNull()
})

it('a cancellation can be requested repeatedly', async () => {
  const { fulfillment, account, tell, pass } = await open()
  await tell({ fate: 'stays-in-planning' })
  await submit('STOP-1')
  pass(600)
  expect(await fulfillment.cancel(account, handle('STOP-1'))).toBe('asked')
  expect(await fulfillment.cancel(account, handle('STOP-1'))).toBe('asked')
  pass(10)
  expect(await read('STOP-1')).toMatchObject({ status: 'cancelled', lines: [{ cancelled: 2 }, { cancelled: 1 }] })
  expect(await fulfillment.cancel(account, handle('NEVER-1'))).toBe('unknown')
})

it('a late cancellation is answered with too_late', async () => {
  const { fulfillment, account, tell, pass } = await open()
  await submit('LATE-1')
  await tell({ cancellation: 'refuses' })
  expect(await fulfillment.cancel(account, handle('LATE-1'))).toBe('too_late')
  await tell({ cancellation: 'obeys' })
  pass(60)
  expect(await read('LATE-1')).toMatchObject({ status: 'processing' })
  expect(await fulfillment.cancel(account, handle('LATE-1'))).toBe('too_late')
})

it('changed orders are listed page by page', async () => {
  const { fulfillment, account, pass } = await open()
  pass(10_000)
  await submit('OLD-1')
  pass(10_000)
  await read('OLD-1')
  const since = amazon.clock.now()
  const ids = Array.from({ length: 60 }, (_, index) => `NEW-${index}`)
  for (const id of ids) await submit(id, { lines: [{ itemId: 'line-1', sku: 'LAMP', quantity: 1 }] })
  const first = await fulfillment.listChanged(account, { marketplaceId, since })
  expect(first.externalIds).toHaveLength(50)
  const second = await fulfillment.listChanged(account, { marketplaceId, since, page: first.next ?? '' })
  expect(second.next).toBeNull()
  expect([...first.externalIds, ...second.externalIds].toSorted()).toEqual(ids.toSorted())
  expect(Object.values(amazon.stats.read()).every(({ violations }) => violations === 0)).toBe(true)
})
