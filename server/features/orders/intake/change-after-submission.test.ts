import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customers } from '#server/platform/db/schema/customers.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const fixture = () => createIntakeFixture(test.deps)
const markSent = ({ ctx }: IntakeFixture) =>
  ctx.transaction((tx) => tx.update(orders).set({ status: 'sent_to_fulfillment' }))

describe('an order that its channel changes after it was sent', () => {
  it('raises attention once', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    await markSent(shop)
    const changed = anOrder('1', { items: [{ sku: 'TEE-L', quantity: 5, unitPrice: '19.00' }] })
    await shop.deliver(orderEventBody('order.updated', 2, changed))
    await shop.deliver(orderEventBody('order.cancelled', 3, { externalOrderId: '1' }))
    await shop.processInbox()
    await shop.deliver(orderEventBody('order.updated', 4, changed))
    await shop.deliver(orderEventBody('order.cancelled', 5, { externalOrderId: '1' }))
    await shop.processInbox()
    expect((await shop.attention()).map(({ code }) => code).sort()).toEqual([
      'cancelled_by_channel',
      'changed_after_sending',
    ])
    expect(await shop.orders()).toMatchObject([
      { status: 'sent_to_fulfillment', lines: [{ quantity: 1 }, { quantity: 2 }] },
    ])
    expect(await shop.held()).toEqual({ MUG: 1, 'TEE-L': 2 })
  })

  it('stores no data of a new customer', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    const [order] = await shop.orders()
    const sent = { companyId: shop.companyId, id: newId(), orderId: order?.id ?? '', attempt: 1 }
    await shop.ctx.transaction((tx) => tx.insert(fulfillments).values(sent))
    await shop.deliver(orderEventBody('order.updated', 2, anOrder('1', { customer: { email: 'bo@example.com' } })))
    await shop.processInbox()
    expect(await shop.open()).toMatchObject([{ code: 'changed_after_sending' }])
    expect(await shop.ctx.transaction((tx) => tx.select().from(customers))).toHaveLength(1)
  })

  it('raises nothing when it is sent again unchanged', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    await markSent(shop)
    await shop.deliver(orderEventBody('order.updated', 2, anOrder('1')))
    await shop.processInbox()
    expect(await shop.attention()).toEqual([])
  })
})
