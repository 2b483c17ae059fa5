import { createHmac } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { createShopifyStore, type ShopifyStore } from '#server/testing/shopify-store-fixture.ts'

async function storeWithTee() {
  const store = await createShopifyStore()
  const tee = store.addVariant({ sku: 'TEE-L', productTitle: 'Harbor Tee', title: 'Large', available: 12 })
  return { ...store, tee, fetch: (id: number) => store.channel.fetchOrder(store.connection, String(id)) }
}

async function readAll({ channel, connection }: Pick<ShopifyStore, 'channel' | 'connection'>, begin: string | null) {
  const read = []
  let cursor = begin
  for (let hasMore = true; hasMore;) {
    const page = await channel.poll(connection, cursor)
    read.push(...page.found)
    ;({ cursor, hasMore } = page)
  }
  const readings = read.map(({ body }) => channel.read({ headers: {}, body, receivedAt: new Date() }))
  return { cursor, readings, ids: read.map(({ deliveryId }) => deliveryId) }
}

test('an order is read with its number, lines, amounts and address', async () => {
  const { tee, placeOrder, fetch } = await storeWithTee()
  const attributes = [{ key: 'Engraving', value: 'For Ana' }]
  const order = await placeOrder({
    lines: [{ sku: 'TEE-L', quantity: 2, taxCents: 310, discountCents: 380, attributes }],
    discountCode: 'FALL10',
    note: 'Please ring twice',
  })
  expect(await fetch(order.id)).toMatchObject({
    kind: 'order',
    event: {
      eventType: 'order.updated',
      order: {
        externalOrderId: String(order.id),
        externalNumber: '#1001',
        currency: 'USD',
        customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' },
        shippingAddress: {
          recipientName: 'Ana Ruiz',
          line1: '1 Main St',
          state: 'WA',
          postalCode: '98101',
          country: 'US',
        },
        shippingSpeed: 'standard',
        items: [
          {
            externalItemId: String(order.lines[0]?.id),
            externalId: String(tee.id),
            sku: 'TEE-L',
            title: 'Harbor Tee – Large',
            quantity: 2,
            unitPrice: '19.00',
            properties: [{ name: 'Engraving', value: 'For Ana' }],
          },
        ],
        promotionCodes: ['FALL10'],
        subtotal: '38.00',
        discountAmount: '3.80',
        shippingAmount: '5.00',
        taxAmount: '3.10',
        total: '42.30',
        hold: null,
        notes: 'Please ring twice',
      },
    },
  })
})

describe('an order that must not be sent', () => {
  it.each([
    ['not paid', { financialStatus: 'PENDING' }, 'awaiting_payment', 'not paid yet'],
    ['authorized only', { financialStatus: 'AUTHORIZED' }, 'awaiting_payment', 'not captured yet'],
    ['suspicious', { risk: 'INVESTIGATE' }, 'fraud_review', 'recommends a review'],
    ['a test', { isTest: true }, 'other', 'Test order'],
  ])('is held when it is %s', async (_, given, code, reason) => {
    const { placeOrder, fetch } = await storeWithTee()
    const { id } = await placeOrder(given)
    const hold = { code, reason: expect.stringContaining(reason) }
    expect(await fetch(id)).toMatchObject({ kind: 'order', event: { order: { hold } } })
  })

  it.each([
    ['HIGH_RISK_OF_FRAUD', 'fraud_review'],
    ['INCORRECT_ADDRESS', 'address'],
    ['AWAITING_PAYMENT', 'awaiting_payment'],
    ['ONLINE_STORE_POST_PURCHASE_CROSS_SELL', 'on_hold'],
  ])('is held by the store for %s until it is released', async (reason, code) => {
    const { control, placeOrder, fetch } = await storeWithTee()
    const { id } = await placeOrder()
    await control('POST', `shops/northfield/orders/${id}/hold`, { reason, notes: 'Ask first' })
    const held = await fetch(id)
    expect(held).toMatchObject({ event: { order: { hold: { code, reason: expect.stringContaining('Ask first') } } } })
    await control('POST', 'clock', { advanceSeconds: 1 })
    await control('POST', `shops/northfield/orders/${id}/release`)
    const released = await fetch(id)
    expect(released).toMatchObject({ event: { order: { hold: null } } })
    const eventAt = (reading: typeof held) => (reading.kind === 'order' ? Number(reading.event.eventAt) : 0)
    expect(eventAt(released)).toBeGreaterThan(eventAt(held))
  })

  it('is scheduled for a day', async () => {
    const { control, placeOrder, fetch } = await storeWithTee()
    const { id } = await placeOrder()
    await control('POST', `shops/northfield/orders/${id}/schedule`, { fulfillAt: '2027-01-05T00:00:00Z' })
    const hold = { code: 'scheduled', reason: 'Scheduled to ship from 2027-01-05.' }
    expect(await fetch(id)).toMatchObject({ event: { order: { hold } } })
  })

  it('is sent when it is authorized only and the channel says so', async () => {
    const { channel, connection, placeOrder } = await storeWithTee()
    const { id } = await placeOrder({ financialStatus: 'AUTHORIZED' })
    const reading = await channel.fetchOrder({ ...connection, shipsAuthorized: true }, String(id))
    expect(reading).toMatchObject({ event: { order: { hold: null } } })
  })

  it.each([
    ['picked up', { methodType: 'PICK_UP' }, 'Picked up by the customer.'],
    ['delivered by the store', { methodType: 'LOCAL' }, 'Delivered by the store.'],
    ['shipped from elsewhere', { locationId: 77 }, /a location that Lockstep doesn’t manage/],
    ['digital', { lines: [{ sku: 'EBOOK', quantity: 1 }] }, 'Nothing to ship.'],
  ])('is left alone when it is %s, with the reason', async (_, given, why) => {
    const { addVariant, placeOrder, fetch } = await storeWithTee()
    addVariant({ sku: 'EBOOK', requiresShipping: false })
    const { id } = await placeOrder(given)
    const expected = { kind: 'nothing', externalOrderId: String(id), why: expect.stringMatching(why) }
    expect(await fetch(id)).toMatchObject(expected)
  })

  it('is held when Shopify hides its address', async () => {
    const { shop, placeOrder, fetch } = await storeWithTee()
    const { id } = await placeOrder()
    shop.hidesAddresses = true
    expect(await fetch(id)).toMatchObject({ kind: 'held', hold: { code: 'address' } })
  })
})

test('an order without work orders yet is read again when it has them', async () => {
  const { emulator, channel, connection, placeOrder, fetch } = await storeWithTee()
  emulator.state.routingSeconds = 0
  const { id } = await placeOrder()
  const [order] = emulator.state.shops[0]?.orders ?? []
  const workOrders = order?.workOrders.splice(0) ?? []
  const first = await readAll({ channel, connection }, null)
  expect(first.readings).toMatchObject([{ kind: 'nothing', why: expect.stringContaining('checks again') }])
  order?.workOrders.push(...workOrders)
  const second = await readAll({ channel, connection }, first.cursor)
  expect(second.readings).toMatchObject([{ kind: 'order' }])
  expect(second.ids).not.toEqual(first.ids)
  expect((await fetch(id)).kind).toBe('order')
})

test('refunded and removed units are not sent, and an order without any left is cancelled', async () => {
  const { control, placeOrder, fetch } = await storeWithTee()
  const { id } = await placeOrder({ lines: [{ sku: 'TEE-L', quantity: 3 }] })
  await control('POST', `shops/northfield/orders/${id}/refund`, { lineIndex: 0, quantity: 1 })
  const refunded = { items: [{ quantity: 2 }], subtotal: '57.00', total: '62.00', refundedAmount: '19.00' }
  expect(await fetch(id)).toMatchObject({ event: { order: refunded } })
  await control('POST', 'clock', { advanceSeconds: 1 })
  await control('POST', `shops/northfield/orders/${id}/edit`, { lineIndex: 0, quantity: 1 })
  const edited = { items: [{ quantity: 1 }], subtotal: '19.00', total: '24.00', refundedAmount: null }
  expect(await fetch(id)).toMatchObject({ event: { order: edited } })
  await control('POST', 'clock', { advanceSeconds: 1 })
  await control('POST', `shops/northfield/orders/${id}/cancel`)
  expect((await fetch(id)).kind).toBe('cancelled')
})

test('an order that the store ships itself is shipped', async () => {
  const { control, placeOrder, fetch } = await storeWithTee()
  const { id } = await placeOrder()
  await control('POST', `shops/northfield/orders/${id}/ship`)
  expect((await fetch(id)).kind).toBe('shipped')
})

test('a poll reads page by page, misses no order, and later only what changed', async () => {
  const { emulator, control, channel, connection, placeOrder } = await storeWithTee()
  const placed: string[] = []
  for (let count = 0; count < 30; count += 1) placed.push(String((await placeOrder()).id))
  const first = await readAll({ channel, connection }, null)
  const idOf = (reading: (typeof first.readings)[number]) =>
    reading.kind === 'order' ? reading.event.order.externalOrderId : null
  expect(first.readings.map(idOf)).toEqual(placed)
  emulator.clock.advance(600_000)
  await control('POST', `shops/northfield/orders/${placed[3]}/financial-status`, { status: 'PENDING' })
  emulator.clock.advance(600_000)
  await control('POST', `shops/northfield/orders/${placed[5]}/cancel`)
  const second = await readAll({ channel, connection }, first.cursor)
  expect(second.readings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order', 'cancelled']))
  const third = await readAll({ channel, connection }, second.cursor)
  expect(third.readings).toEqual([])
})

test('polls overlap, but read an order in full only when it has changed', async () => {
  const { emulator, shop, control, channel, connection, placeOrder } = await storeWithTee()
  for (let count = 0; count < 30; count += 1) await placeOrder()
  const first = await readAll({ channel, connection }, null)
  expect(shop.stats.operations).toMatchObject({ ChangedOrders: 2, OneOrder: 30 })
  const second = await readAll({ channel, connection }, first.cursor)
  expect(second.ids).toEqual([])
  const [order] = shop.orders
  emulator.clock.advance(1_000)
  await control('POST', `shops/northfield/orders/${order?.id}/hold`, {})
  expect((await readAll({ channel, connection }, second.cursor)).readings).toMatchObject([{ kind: 'order' }])
  expect(shop.stats.operations).toMatchObject({ ChangedOrders: 4, OneOrder: 31 })
  const otherwise = { ...connection, shipsAuthorized: true }
  expect((await readAll({ channel, connection: otherwise }, second.cursor)).ids).toHaveLength(30)
})

test('a poll does not read what a webhook has read', async () => {
  const { shop, channel, connection, placeOrder, fetch } = await storeWithTee()
  const { id } = await placeOrder()
  await fetch(id)
  expect((await readAll({ channel, connection }, null)).ids).toHaveLength(1)
  expect(shop.stats.operations).toMatchObject({ OneOrder: 1 })
})

test('all lines of a long order are read', async () => {
  const { addVariant, channel, connection, placeOrder, fetch } = await storeWithTee()
  const lines = Array.from({ length: 120 }, (_, index) => ({ sku: `S-${index}`, quantity: 1 }))
  for (const { sku } of lines) addVariant({ sku })
  const { id } = await placeOrder({ lines })
  const fetched = await fetch(id)
  expect(fetched.kind === 'order' && fetched.event.order.items).toHaveLength(120)
  const { readings } = await readAll({ channel, connection }, null)
  expect(readings).toEqual([fetched])
})

test('several webhooks about one change cost one reading of the whole order', async () => {
  const { shop, placeOrder, fetch, channel, connection } = await storeWithTee()
  const { id, workOrders } = await placeOrder()
  await fetch(id)
  await fetch(id)
  await channel.fetchOrder(connection, `gid://shopify/FulfillmentOrder/${workOrders[0]?.id}`)
  expect(shop.stats.operations).toMatchObject({ OneOrder: 1, OrderVersion: 2, WorkOrderVersion: 1 })
})

describe('a webhook', () => {
  const read = async (topic: string, payload: object) => {
    const { channel, shop } = await createShopifyStore()
    const body = Buffer.from(JSON.stringify(payload))
    const signature = createHmac('sha256', shop.clientSecret).update(body).digest('base64')
    const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature, 'x-shopify-webhook-id': 'w-1' }
    const delivery = { headers, body, receivedAt: new Date() }
    expect(channel.verify(delivery, { secrets: [shop.clientSecret] }).isGenuine).toBe(true)
    const again = { ...delivery, headers: { ...headers, 'x-shopify-webhook-id': 'w-2' } }
    const ids = [delivery, again].map((one) => channel.verify(one, { secrets: [shop.clientSecret] }))
    expect(ids[0]).not.toEqual(ids[1])
    return channel.read(delivery)
  }
  const workOrder = 'gid://shopify/FulfillmentOrder/7'

  it.each([
    ['orders/create', { id: 5 }, '5'],
    ['orders/updated', { id: 5 }, '5'],
    ['fulfillment_orders/placed_on_hold', { fulfillment_order: { id: workOrder, status: 'on_hold' } }, workOrder],
    ['fulfillments/create', { id: 1, order_id: 5 }, '5'],
    ['refunds/create', { id: 1, order_id: 5 }, '5'],
    ['returns/request', { id: 1, order: { id: 5 } }, '5'],
  ])('about %s only names what to read', async (topic, payload, externalOrderId) => {
    expect(await read(topic, payload)).toMatchObject({ kind: 'fetch', externalOrderId, eventAt: null })
  })

  it('asks to erase a buyer', async () => {
    const payload = { customer: { email: 'ana@example.com' }, orders_to_redact: [5, 6] }
    const erasure = { kind: 'erasure', externalOrderIds: ['5', '6'], email: 'ana@example.com' }
    expect(await read('customers/redact', payload)).toEqual(erasure)
  })

  it.each(['app/uninstalled', 'shop/redact', 'customers/data_request', 'products/update', 'made/up'])(
    'about %s has a sentence',
    async (topic) => {
      expect(await read(topic, { id: 1 })).toMatchObject({ kind: 'nothing', eventType: topic, why: expect.any(String) })
    },
  )
})
