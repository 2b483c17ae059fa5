import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AttentionCode } from '#contract/order-status.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { newId } from '#server/platform/ids.ts'
import { buildSku } from '#server/testing/builders.ts'
import { canada, unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { SendingRefused } from '../errors.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

const fulfill = ({ ctx }: SubmissionCompany, orderId: string, choice: object = {}) =>
  fulfillOrder(ctx, { orderId, insists: false, ...choice })

it('an attempt is written before the submission, with its Amazon order id', async () => {
  const fixture = await test.company()
  const order = await fixture.sell({ fulfillAfter: test.clock.now() })
  const { id, items } = order
  const before = test.amazon.asked.length
  expect(await fulfill(fixture, id, { shippingSpeed: 'priority' })).toMatchObject({
    status: 'placed',
    transit: 'sending',
  })
  const [attempt, ...others] = await fixture.attempts(id)
  expect(others).toEqual([])
  expect(attempt).toMatchObject({
    attempt: 1,
    externalFulfillmentId: sellerFulfillmentOrderId(order, 1),
    status: 'pending',
    shippingSpeed: 'priority',
    integrationId: fixture.accountId,
    marketplaceId: unitedStates,
    isBulk: false,
    submittedAt: null,
    nextCheckAt: test.clock.now(),
  })
  expect(await fixture.unitsOf(attempt?.id ?? '')).toEqual([{ orderItemId: items[0]?.id, quantity: 2 }])
  expect(await fixture.row(id)).toMatchObject({ fulfillAfter: null })
  expect((await fixture.timeline(id)).at(-1)).toMatchObject({
    event: 'fulfillment.requested',
    description: `Sent to Amazon: 2 units, Priority (${sellerFulfillmentOrderId(order, 1)})`,
    actorName: 'Olive',
  })
  expect(await fixture.audit(id)).toMatchObject([{ action: 'order.fulfill', changes: { after: { units: 2 } } }])
  expect(test.amazon.asked).toHaveLength(before)
})

it('only one of two simultaneous requests is accepted', async () => {
  const fixture = await test.company()
  const { id } = await fixture.sell()
  const pressed = await Promise.allSettled([fulfill(fixture, id), fulfill(fixture, id), fulfill(fixture, id)])
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = pressed.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  expect(refused).toEqual(['The order is being sent to Amazon.', 'The order is being sent to Amazon.'])
  expect(await fixture.attempts(id)).toHaveLength(1)
})

it('a part can be sent, then no more than what is left', async () => {
  const fixture = await test.company()
  const order = await fixture.sell({ quantity: 3 })
  const { id, items } = order
  const orderItemId = items[0]?.id ?? ''
  await fulfill(fixture, id, { items: [{ orderItemId, quantity: 2 }] })
  await fixture.send()
  await expect(fulfill(fixture, id, { items: [{ orderItemId, quantity: 2 }] })).rejects.toThrow(
    'Only 1 unit of AS-SOLD left to send.',
  )
  await fulfill(fixture, id)
  await fixture.send()
  expect(test.amazon.live().filter(({ accountId }) => accountId === fixture.accountId)).toMatchObject([
    {
      externalId: sellerFulfillmentOrderId(order, 1),
      submission: { lines: [{ itemId: orderItemId, sku: fixture.sku, quantity: 2 }] },
    },
    {
      externalId: sellerFulfillmentOrderId(order, 2),
      submission: { lines: [{ itemId: orderItemId, sku: fixture.sku, quantity: 1 }] },
    },
  ])
  await expect(fulfill(fixture, id)).rejects.toThrow('The order has been sent to fulfillment.')
})

it('an order ships from the account that sells in its country, else from the first', async () => {
  const fixture = await test.company()
  const north = await buildAccount(test.deps, fixture.companyId, { marketplaceIds: [canada] })
  const sendTo = async (place: { country: string; postalCode: string; state: string }) => {
    const { id, customer } = await fixture.sell({ quantity: 1 })
    await fixture.ctx.transaction((tx) =>
      tx
        .update(customerAddresses)
        .set(place)
        .where(eq(customerAddresses.id, customer?.addressId ?? '')),
    )
    await fulfill(fixture, id)
    return (await fixture.attempts(id))[0]
  }
  const canadian = await sendTo({ country: 'CA', state: 'BC', postalCode: 'V6B 1A1' })
  expect(canadian).toMatchObject({ integrationId: north, marketplaceId: canada })
  const german = await sendTo({ country: 'DE', state: 'BE', postalCode: '10115' })
  expect(german).toMatchObject({ integrationId: fixture.accountId, marketplaceId: unitedStates })
})

it('as many units of a line can be sent as are in stock', async () => {
  const fixture = await test.company()
  const { id, items } = await fixture.sell({ quantity: 12 })
  const units = (quantity: number) => ({ items: [{ orderItemId: items[0]?.id, quantity }] })
  await expect(fulfill(fixture, id, units(11))).rejects.toMatchObject({ obstacle: 'not_enough_stock' })
  expect(await fulfill(fixture, id, units(10))).toMatchObject({ transit: 'sending' })
})

const attention = (code: AttentionCode) => ({ attention: [{ code, reason: 'The shop has seen to it.' }] })

const refusals: [string, (fixture: SubmissionCompany) => Promise<{ id: string }>, string, string | null][] = [
  [
    'on hold',
    (fixture) => fixture.sell({ heldAt: new Date(), holdReason: 'Fraud?' }),
    'on hold. Release it first',
    null,
  ],
  ['cancelled', (fixture) => fixture.sell({ status: 'cancelled' }), 'The order has been cancelled', null],
  ['unmapped', (fixture) => fixture.build({ items: [{ skuId: null, sku: 'X' }] }), 'Unknown SKU: X', 'unmapped_sku'],
  ['held elsewhere', (fixture) => fixture.build(), 'Amazon does not hold', 'unfulfillable'],
  ['without a street', (fixture) => fixture.sell({ customer: { line1: null } }), 'Street is required', 'bad_address'],
  ['without a customer', (fixture) => fixture.sell({ customer: null }), 'no shipping address', 'bad_address'],
  ['short of units', (fixture) => fixture.sell({ quantity: 11 }), 'Not enough stock for AS-SOLD', 'not_enough_stock'],
  [
    'shipped already',
    (fixture) => fixture.sell(attention('shipped_by_channel')),
    'The shop has seen to it',
    'shipped_by_channel',
  ],
  [
    'cancelled where it was bought',
    (fixture) => fixture.sell(attention('cancelled_by_channel')),
    'The shop has seen to it',
    'cancelled_by_channel',
  ],
  ['too much at once', (fixture) => fixture.sell({ quantity: 251 }), 'up to 100 lines and 250 units', 'unfulfillable'],
]

it.each(refusals)('an order that is %s is refused with the obstacle', async (_, build, sentence, obstacle) => {
  const fixture = await test.company()
  const { id } = await build(fixture)
  const refusal: unknown = await fulfill(fixture, id).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'conflict', message: expect.stringContaining(sentence) as string })
  expect(refusal instanceof SendingRefused ? refusal.obstacle : null).toBe(obstacle)
  expect(await fixture.attempts(id)).toEqual([])
  expect(await fixture.audit(id)).toEqual([])
})

it('a request is refused while no account is connected', async () => {
  const fixture = await test.company()
  const { id } = await fixture.sell()
  await fixture.ctx.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: false }))
  await expect(fulfill(fixture, id)).rejects.toMatchObject({ obstacle: 'no_account' })
})

it('unknown and repeated lines are refused', async () => {
  const fixture = await test.company()
  const { id, items } = await fixture.sell()
  const [own] = items
  const chosen = (...ids: (string | undefined)[]) => ({
    items: ids.map((orderItemId) => ({ orderItemId, quantity: 1 })),
  })
  await expect(fulfill(fixture, id, chosen(newId()))).rejects.toMatchObject({ code: 'not_found' })
  await expect(fulfill(fixture, id, chosen(own?.id, own?.id))).rejects.toMatchObject({ code: 'invalid' })
})

it('`insists` sends the order anyway and resolves its attention', async () => {
  const fixture = await test.company()
  const codes = [
    'not_enough_stock',
    'shipped_by_channel',
    'cancelled_by_channel',
    'rejected_by_amazon',
    'totals_differ',
  ]
  const waiting = codes.map((code) => ({ code: code as AttentionCode, reason: 'Look at it.' }))
  const { id } = await fixture.sell({ quantity: 20, attention: waiting })
  await fulfill(fixture, id, { insists: true })
  const open = (await fixture.attention(id)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code)
  expect(open).toEqual(['totals_differ'])
})

it('an order of another company is not found', async () => {
  const [fixture, other] = [await test.company(), await test.company()]
  const { id } = await other.sell()
  await expect(fulfill(fixture, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await other.attempts(id)).toEqual([])
})

it('lines held by Amazon can be sent alone', async () => {
  const fixture = await test.company()
  const { id: elsewhere } = await buildSku(test.deps.db, fixture.companyId)
  const lines = [
    { skuId: fixture.skuId, sku: 'HERE' },
    { skuId: elsewhere, sku: 'THERE' },
    { skuId: null, sku: 'NOWHERE' },
  ]
  const { id, items } = await fixture.build({ items: lines })
  await fulfill(fixture, id, { items: [{ orderItemId: items[0]?.id ?? '', quantity: 1 }] })
  expect(await fixture.attempts(id)).toHaveLength(1)
})
