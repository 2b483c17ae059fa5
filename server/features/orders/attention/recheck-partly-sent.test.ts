import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createSubmissionFixture,
  createTrackingFixture,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { fulfillOrder } from '../fulfillment/request-fulfillment.ts'
import { recheckStock } from './recheck-stock.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

it('the rest of a partly sent order needs a person once it is in stock, until it is sent', async () => {
  const fixture = await createTrackingFixture(test)
  const order = await fixture.sell({ quantity: 12 })
  expect(await recheckStock(fixture.job)).toEqual({ cleared: 0, raised: 1 })
  const items = [{ orderItemId: order.items[0]?.id ?? '', quantity: 10 }]
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false, items })
  await fixture.send()
  expect(await fixture.openCodes(order)).toEqual(['not_enough_stock'])
  await fixture.count(2, 60)
  expect(await recheckStock(fixture.job)).toEqual({ cleared: 1, raised: 0 })
  expect(await fixture.openCodes(order)).toEqual(['shipped_partly'])
  expect((await fixture.timeline(order.id)).at(-1)).toMatchObject({
    event: 'attention.raised',
    reason: 'The rest of the order is back in stock.',
  })
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  await fixture.send()
  expect(await fixture.openCodes(order)).toEqual([])
})
