import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { decryptPersonal } from '../personal-data.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const fixture = (options?: Parameters<typeof createIntakeFixture>[1]) => createIntakeFixture(test.deps, options)

describe('an order that comes in', () => {
  it('is written whole: customer, address, lines, holds, timeline, messages', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1042')))
    expect(await shop.processInbox()).toEqual({ takenIn: 1, ignored: 0, failed: 0 })
    const [order] = await shop.orders()
    expect(order).toMatchObject({
      orderNumber: 'LS-10001',
      status: 'placed',
      total: '46.00',
      customerName: 'Ana Ruiz',
      lines: [
        { sku: 'MUG', quantity: 1, held: 1, isKnown: true },
        { sku: 'TEE-L', quantity: 2, held: 2, isKnown: true },
      ],
    })
    expect(await shop.held()).toEqual({ MUG: 1, 'TEE-L': 2 })
    expect(await shop.open()).toEqual([])
    expect(await shop.timelineOf(order?.id ?? '')).toMatchObject([
      { event: 'order.placed', actorType: 'webhook', actorName: shop.shop.name },
    ])
    expect(await shop.deliveries()).toMatchObject([
      { isProcessed: true, error: null, orderId: order?.id, externalOrderId: '1042', eventType: 'order.created' },
    ])
    const sent = await shop.ctx.transaction((tx) => tx.select().from(notifications))
    expect(sent.map(({ audience, method, status }) => `${audience} ${method} ${status}`).sort()).toEqual([
      'customer email pending',
      'customer sms pending',
      'owner sms pending',
    ])
  })

  it.each([
    ['three days ago', 'nobody', '2026-02-27T10:00:00Z', 0],
    ['a little later', 'everybody', '2026-02-27T10:00:01Z', 3],
  ])('and was placed %s notifies %s', async (_when, _whom, placedAt, count) => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1', { placedAt })))
    await shop.processInbox()
    expect(await shop.orders()).toMatchObject([{ status: 'placed' }])
    expect(await shop.ctx.transaction((tx) => tx.select().from(notifications))).toHaveLength(count)
  })

  it('stores e-mail, phone and street encrypted', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    await shop.ctx.transaction(async (tx) => {
      const [customer] = await tx.select().from(customers)
      const [address] = await tx.select().from(customerAddresses)
      expect(JSON.stringify([customer, address])).not.toMatch(/ana@example\.com|2065550100|1 Main St/)
      expect(decryptPersonal(shop.ctx, 'customers.email', customer?.id ?? '', customer?.email ?? null)).toBe(
        'ana@example.com',
      )
      const street = decryptPersonal(shop.ctx, 'customer_addresses.line1', address?.id ?? '', address?.line1 ?? null)
      expect(street).toBe('1 Main St')
    })
  })

  it('finds its customer by e-mail in any letter case, and a known address', async () => {
    const shop = await fixture()
    const moved = { line1: '9 Pine St', city: 'Tacoma', postalCode: '98402', country: 'US' }
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.deliver(
      orderEventBody('order.created', 2, anOrder('2', { customer: { email: ' ANA@example.com'.trim() } })),
    )
    await shop.processInbox()
    await shop.deliver(orderEventBody('order.created', 3, anOrder('3', { shippingAddress: moved })))
    await shop.deliver(
      orderEventBody('order.created', 4, anOrder('4', { customer: { email: 'ana@example.com', lastName: 'Lee' } })),
    )
    await shop.processInbox()
    await shop.ctx.transaction(async (tx) => {
      expect(await tx.select().from(customers)).toMatchObject([{ firstName: 'Ana', lastName: 'Lee' }])
      const addresses = await tx.select().from(customerAddresses).orderBy(customerAddresses.city)
      expect(addresses.map(({ city, isDefault }) => [city, isDefault])).toEqual([
        ['Seattle', true],
        ['Tacoma', false],
      ])
    })
  })

  it('has its own customer without an e-mail address', async () => {
    const shop = await fixture()
    for (const id of ['1', '2']) {
      await shop.deliver(orderEventBody('order.created', 1, anOrder(id, { customer: { firstName: 'Bo' } })))
    }
    await shop.processInbox()
    expect(await shop.ctx.transaction((tx) => tx.select().from(customers))).toHaveLength(2)
  })

  it('finds its SKUs by listing, by code, and by code in other letter case', async () => {
    const shop = await fixture({ stock: { 'TEE-L': 10, MUG: 10, Twin: 10, TWIN: 10 } })
    await shop.ctx.transaction((tx) =>
      tx
        .insert(listings)
        .values([
          { companyId: shop.companyId, channelId: shop.shop.id, skuId: shop.skuId('MUG'), externalId: 'variant-7' },
        ]),
    )
    const line = (sku: string, externalId?: string) => ({ sku, externalId, quantity: 1, unitPrice: '1.00' })
    const items = [line('TEE-L', 'variant-7'), line('variant-7'), line('tee-l'), line('twin'), line('TWIN')]
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1', { items })))
    await shop.processInbox()
    expect(await shop.held()).toEqual({ MUG: 2, 'TEE-L': 1, TWIN: 1, Twin: 0 })
    expect(await shop.open()).toEqual([{ code: 'unmapped_sku', reason: 'Unknown SKU: twin' }])
  })

  it('raises attention for unknown codes, missing stock and differing amounts', async () => {
    const shop = await fixture({ stock: { 'TEE-L': 1 } })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1', { subtotal: '99.00' })))
    await shop.processInbox()
    expect(await shop.open()).toEqual(
      expect.arrayContaining([
        { code: 'unmapped_sku', reason: 'Unknown SKU: MUG' },
        { code: 'not_enough_stock', reason: 'Not enough stock for TEE-L (2 ordered).' },
        { code: 'totals_differ', reason: 'The lines add up to 46.00, but the subtotal is 99.00.' },
      ]),
    )
  })

  it('is scheduled after the channel’s delay unless it has attention', async () => {
    const shop = await fixture({ channel: { config: { autoFulfill: true, autoFulfillDelayMinutes: 45 } } })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.deliver(orderEventBody('order.created', 1, anOrder('2', { subtotal: '1.00' })))
    await shop.processInbox()
    const due = new Date(test.deps.clock.now().getTime() + 45 * 60_000)
    const [clear, stored] = await shop.orders()
    expect([new Date(clear?.fulfillAfter ?? 0), stored?.fulfillAfter]).toEqual([due, null])
  })

  it('sends no message that the company has switched off', async () => {
    const shop = await fixture()
    await changeSettings(test.deps.db, shop.companyId, { ownerSms: false, customerSms: false, customerEmail: false })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    expect(await shop.ctx.transaction((tx) => tx.select().from(notifications))).toEqual([])
  })
})

describe('an order that its channel changes', () => {
  it('follows, and its holds with it', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    const items = [
      { sku: 'TEE-L', quantity: 1, unitPrice: '18.00' },
      { sku: 'CAP', quantity: 3, unitPrice: '5.00' },
    ]
    await buildSku(test.deps.db, shop.companyId, { sku: 'CAP' })
    await shop.deliver(orderEventBody('order.updated', 2, anOrder('1', { items, notes: 'Ring twice' })))
    expect(await shop.processInbox()).toMatchObject({ takenIn: 1 })
    const [order] = await shop.orders()
    expect(order).toMatchObject({
      total: '33.00',
      lines: [
        { sku: 'CAP', quantity: 3, held: 3 },
        { sku: 'TEE-L', quantity: 1, held: 1 },
      ],
    })
    expect(await shop.held()).toEqual({ CAP: 3, MUG: 0, 'TEE-L': 1 })
    expect(await shop.open()).toEqual([{ code: 'not_enough_stock', reason: 'Not enough stock for CAP (3 ordered).' }])
    const [, changed] = await shop.timelineOf(order?.id ?? '')
    expect(changed?.description).toBe(
      `${shop.shop.name} changed the order: TEE-L: 2 → 1 units, TEE-L: price 19.00 → 18.00, 1 × MUG removed, 3 × CAP added, total 46.00 → 33.00, subtotal, note.`,
    )
  })

  it('is scheduled once the change has resolved its attention', async () => {
    const shop = await fixture({ stock: { 'TEE-L': 1 }, channel: { config: { autoFulfill: true } } })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    expect(await shop.open()).toHaveLength(2)
    const items = [{ sku: 'TEE-L', quantity: 1, unitPrice: '19.00' }]
    await shop.deliver(orderEventBody('order.updated', 2, anOrder('1', { items })))
    await shop.processInbox()
    expect(await shop.open()).toEqual([])
    expect(await shop.orders()).toMatchObject([{ fulfillAfter: expect.any(String) }])
  })

  it('waits for additional units, and takes none that another order holds', async () => {
    const shop = await fixture({ stock: { MUG: 2 }, channel: { config: { autoFulfill: true } } })
    const mugs = (quantity: number) => ({ items: [{ sku: 'MUG', quantity, unitPrice: '8.00' }] })
    for (const id of ['1', '2']) await shop.deliver(orderEventBody('order.created', 1, anOrder(id, mugs(1))))
    await shop.processInbox()
    await shop.deliver(orderEventBody('order.updated', 2, anOrder('1', mugs(2))))
    await shop.processInbox()
    expect(await shop.open()).toEqual([{ code: 'not_enough_stock', reason: 'Not enough stock for MUG (2 ordered).' }])
    expect((await shop.orders()).map(({ fulfillAfter }) => fulfillAfter !== null)).toEqual([false, true])
  })

  it('stays unchanged by repeated or late events', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.deliver(orderEventBody('order.updated', 5, anOrder('1', { notes: 'Now' })))
    await shop.processInbox()
    await shop.deliver(orderEventBody('order.updated', 5, anOrder('1', { notes: 'Now' })))
    await shop.deliver(orderEventBody('order.updated', 3, anOrder('1', { notes: 'Before' })))
    await shop.deliver(orderEventBody('order.created', 9, anOrder('1', { notes: 'Anew' })))
    expect(await shop.processInbox()).toEqual({ takenIn: 0, ignored: 3, failed: 0 })
    const [order] = await shop.ctx.transaction((tx) => tx.select().from(orders))
    expect(order?.notes).toBe('Now')
    const timeline = await shop.timelineOf(order?.id ?? '')
    expect(timeline.map(({ event }) => event)).toEqual(['order.placed', 'order.late_news'])
  })
})

describe('an order that its channel cancels', () => {
  it('releases its units and notifies the customer once', async () => {
    const shop = await fixture({ stock: { 'TEE-L': 1, MUG: 1 } })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    expect(await shop.open()).toHaveLength(1)
    for (const minute of [2, 3]) {
      await shop.deliver(orderEventBody('order.cancelled', minute, { externalOrderId: '1' }))
      await shop.processInbox()
    }
    expect(await shop.orders()).toMatchObject([{ status: 'cancelled', lines: [{ held: 0 }, { held: 0 }] }])
    expect(await shop.open()).toEqual([])
    const messages = await shop.ctx.transaction((tx) =>
      tx.select().from(notifications).where(eq(notifications.type, 'order_cancelled')),
    )
    expect(messages.map(({ audience, method }) => `${audience} ${method}`).sort()).toEqual([
      'customer email',
      'customer sms',
    ])
  })

  it('comes in as cancelled when the cancellation came before it', async () => {
    const shop = await fixture()
    await shop.deliver(orderEventBody('order.cancelled', 5, { externalOrderId: '1' }))
    expect(await shop.processInbox()).toEqual({ takenIn: 0, ignored: 1, failed: 0 })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    const [order] = await shop.orders()
    expect(order).toMatchObject({ status: 'cancelled', lines: [{ held: 0 }, { held: 0 }] })
    const deliveries = await shop.deliveries()
    const linked = [order?.id, null]
    expect(deliveries.map(({ orderId, error }) => [orderId, error])).toEqual([linked, linked])
  })

  it('is not another channel’s order with the same id', async () => {
    const shop = await fixture()
    const other = await buildChannel(test.deps, shop.companyId)
    await shop.deliver(orderEventBody('order.cancelled', 5, { externalOrderId: '1' }), { channelId: other.id })
    await shop.deliver(orderEventBody('order.created', 1, anOrder('1')))
    await shop.processInbox()
    expect(await shop.orders()).toMatchObject([{ status: 'placed' }])
  })
})
