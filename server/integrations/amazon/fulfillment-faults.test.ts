import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { marketplaceId } from './fixtures/seller-account.ts'
import { application } from './fixtures/test-settings.ts'
import { destination, handle, createFulfillmentFixture, question, submission } from './fixtures/fulfillment-fixture.ts'

let amazon: RunningAmazon

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
})
afterAll(() => amazon.stop())
afterEach(() => amazon.faults.clear())

const always = (kind: FaultKind, operation: string) => amazon.faults.add({ kind, operation, every: 1 })
const once = (kind: FaultKind, operation: string) => amazon.faults.add({ kind, operation, next: 1 })

/** Requests whose URL contains this part get a reply that the emulator never gives. */
const openWith = (part: string, answer: () => Response) =>
  createFulfillmentFixture(amazon, (url) => (url.includes(part) ? answer() : null))

const refusal = (message: string, status = 400) =>
  Response.json({ errors: [{ code: 'InvalidInput', message, details: '' }] }, { status })

it.each<[FaultKind, boolean]>([
  ['drop-after-acting', true],
  ['drop', true],
  ['html-200', true],
  ['error-500', true],
  ['throttle', false],
])('after the fault %s mayHaveHappened is %s', async (kind, mayHaveHappened) => {
  const { fulfillment, account } = await createFulfillmentFixture(amazon)
  always(kind, 'createFulfillmentOrder')
  const submitted = fulfillment.submit(account, submission(`LOST-${kind}`))
  await expect(submitted).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened })
})

it('a submission whose answer was lost is found by reading and is not sent twice', async () => {
  const { fulfillment, account } = await createFulfillmentFixture(amazon)
  once('drop-after-acting', 'createFulfillmentOrder')
  await expect(fulfillment.submit(account, submission('LOST-1'))).rejects.toMatchObject({ mayHaveHappened: true })
  expect(await fulfillment.read(account, handle('LOST-1'))).toMatchObject({ status: 'submitted' })
  expect(await fulfillment.submit(account, submission('LOST-1'))).toBe('exists')
})

it('a throttled submission waits and is sent once', async () => {
  const { fulfillment, account } = await createFulfillmentFixture(amazon)
  once('throttle', 'createFulfillmentOrder')
  expect(await fulfillment.submit(account, submission('TURN-1'))).toBe('accepted')
})

it('a cancellation is requested again when its answer was lost', async () => {
  const { fulfillment, account } = await createFulfillmentFixture(amazon)
  await fulfillment.submit(account, submission('AGAIN-1'))
  once('drop-after-acting', 'cancelFulfillmentOrder')
  expect(await fulfillment.cancel(account, handle('AGAIN-1'))).toBe('asked')
})

it('a failed preview does not count as possibly carried out', async () => {
  const { fulfillment, account } = await createFulfillmentFixture(amazon)
  always('drop', 'getFulfillmentPreview')
  const asked = fulfillment.preview(account, question())
  await expect(asked).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
})

it('an answer that is too large leaves the outcome of a write unknown', async () => {
  const { fulfillment, account } = await openWith('/fulfillmentOrders', () => new Response('x'.repeat(33_000_000)))
  const submitted = fulfillment.submit(account, submission('HUGE-1'))
  await expect(submitted).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: true })
  await expect(fulfillment.read(account, handle('HUGE-1'))).rejects.toMatchObject({ code: 'too_large' })
})

it('an order in an unknown shape is reported as such', async () => {
  const { fulfillment, account, unknown } = await openWith('/fulfillmentOrders/', () => Response.json({ payload: {} }))
  await expect(fulfillment.read(account, handle('ODD-1'))).rejects.toMatchObject({ code: 'unknown_shape' })
  expect(unknown).toEqual(['getFulfillmentOrder 200 unknown_shape'])
})

it('an order’s own status counts when its packages can’t be tracked', async () => {
  const { fulfillment, account, pass } = await openWith('/tracking?', () => refusal("Requested package '7' not found"))
  await fulfillment.submit(account, submission('UNTRACKED-1'))
  pass(300)
  const snapshot = await fulfillment.read(account, handle('UNTRACKED-1'))
  expect(snapshot).toMatchObject({ status: 'shipped', packages: [{ carrierStatus: null, deliveredAt: null }] })
  expect(snapshot?.packages[0]?.shippedAt).toBeInstanceOf(Date)
})

it('unknown statuses are counted, and each is logged once', async () => {
  const moment = '2026-11-03T12:00:00Z'
  const head = { sellerFulfillmentOrderId: 'NEW-1', displayableOrderId: '1', fulfillmentOrderStatus: 'Teleported' }
  const fulfillmentOrder = {
    ...head,
    statusUpdatedDate: moment,
    receivedDate: moment,
    shippingSpeedCategory: 'Standard',
  }
  const payload = { fulfillmentOrder, fulfillmentOrderItems: [] }
  const { fulfillment, account, unknown, lines } = await openWith('/fulfillmentOrders/', () =>
    Response.json({ payload }),
  )
  for (let time = 0; time < 3; time += 1) {
    const snapshot = await fulfillment.read(account, handle('NEW-1'))
    expect(snapshot).toMatchObject({ status: null, unknownWords: ['Teleported'] })
  }
  expect(unknown).toHaveLength(3)
  expect(lines.filter(({ code }) => code === 'Teleported')).toHaveLength(1)
})

it('an unexplained refusal is passed on only after checking whether Amazon has the order', async () => {
  const plain = await createFulfillmentFixture(amazon)
  await plain.fulfillment.submit(plain.account, submission('THERE-1'))
  const { fulfillment, account } = await createFulfillmentFixture(amazon, (url, method) =>
    method === 'POST' && url.endsWith('/fulfillmentOrders') ? refusal('Ines Prado of 14 Alder Row was here') : null,
  )
  expect(await fulfillment.submit(account, submission('THERE-1'))).toBe('exists')
  await expect(fulfillment.submit(account, submission('NOT-THERE-1'))).rejects.toMatchObject({
    name: 'Rejected',
    message: 'Amazon refused this (400 InvalidInput): … of … was here',
  })
  always('error-500', 'getFulfillmentOrder')
  await expect(fulfillment.submit(account, submission('THERE-2'))).rejects.toMatchObject({ mayHaveHappened: true })
})

it('an address that can’t be sent is reported as a bad address', async () => {
  const { fulfillment, account, requests } = await createFulfillmentFixture(amazon)
  const sent = requests.length
  const nowhere = { ...destination, city: '', postalCode: '' }
  await expect(fulfillment.submit(account, submission('NOWHERE-1', { destination: nowhere }))).rejects.toMatchObject({
    code: 'bad_address',
  })
  await expect(fulfillment.preview(account, question({ destination: nowhere }))).rejects.toMatchObject({
    code: 'bad_address',
  })
  const lines = [{ itemId: 'line-1', sku: 'LAMP', quantity: 251 }]
  await expect(fulfillment.submit(account, submission('MANY-1', { lines }))).rejects.toMatchObject({
    code: 'unsendable',
  })
  expect(requests).toHaveLength(sent)
})

it('a list of orders ends even if Amazon keeps returning next tokens', async () => {
  const endless = () => Response.json({ payload: { nextToken: 'more', fulfillmentOrders: [] } })
  const { fulfillment, account } = await openWith('/fulfillmentOrders?', endless)
  const page = await fulfillment.listChanged(account, { marketplaceId, since: amazon.clock.now() })
  expect(page).toEqual({ externalIds: [], next: null })
})
