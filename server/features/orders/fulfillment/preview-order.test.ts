import { afterAll, beforeAll, expect, it } from 'vitest'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createSubmissionFixture, type SubmissionFixture } from '#server/testing/fulfillment-fixture.ts'
import { previewOrder } from './preview-order.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

it('a preview has cost and dates of each speed and changes nothing', async () => {
  const fixture = await test.company()
  const { id } = await fixture.sell()
  const offers = await previewOrder(fixture.ctx, { orderId: id })
  expect(offers.map(({ shippingSpeed }) => shippingSpeed)).toEqual(['standard', 'expedited', 'priority'])
  expect(offers[0]).toEqual({
    shippingSpeed: 'standard',
    isFulfillable: true,
    fee: { amount: '7.95', currency: 'USD' },
    earliestShipDate: '2026-03-03T10:00:00.000Z',
    latestShipDate: '2026-03-04T10:00:00.000Z',
    earliestArrivalDate: '2026-03-05T10:00:00.000Z',
    latestArrivalDate: '2026-03-07T10:00:00.000Z',
    problems: [],
  })
  expect(await fixture.attempts(id)).toEqual([])
})

it.each([
  [new Rejected('Amazon does not ship there.'), 'conflict', 'Amazon does not ship there.'],
  [new Unavailable('Amazon is down.'), 'unavailable', 'Amazon is down. Try again in a moment.'],
])('passes on what Amazon has against it', async (error, code, message) => {
  const fixture = await test.company()
  const { id } = await fixture.sell()
  test.amazon.failNext('preview', error)
  await expect(previewOrder(fixture.ctx, { orderId: id })).rejects.toMatchObject({ code, message })
})

it('a preview marks a refused account', async () => {
  const fixture = await test.company()
  const { id } = await fixture.sell()
  test.amazon.failNext('preview', new Unauthorized('No longer'))
  await expect(previewOrder(fixture.ctx, { orderId: id })).rejects.toMatchObject({ code: 'conflict' })
  const [account] = await fixture.ctx.transaction((tx) => tx.select().from(amazonIntegrations))
  expect(account).toMatchObject({ isActive: false, authorizationError: 'No longer' })
})
