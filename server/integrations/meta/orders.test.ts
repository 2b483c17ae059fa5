import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import {
  accountId,
  appSecret,
  connection,
  control,
  createMetaShopFixture,
  placeOrder,
  token,
} from '#server/testing/meta-shop-fixture.ts'
import { refundOrder } from './order-actions.ts'

const message = {
  id: 'msg_1',
  at: new Date('2026-09-20T10:20:00Z'),
  shipments: [],
  reason: null,
}
const about = (externalOrderId: string) => ({ externalOrderId, orderNumber: 'LS-10001', status: 'acknowledged' })

test('the first poll finds open orders, later ones find changes', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const open = await placeOrder(meta)
  const checked = await placeOrder(meta, { state: 'FB_PROCESSING' })
  const completed = await placeOrder(meta, { state: 'COMPLETED' })
  const first = await channel.poll(connection, null)
  expect(first.hasMore).toBe(false)
  expect(idsOf(first)).toEqual([open])

  meta.clock.advance(3_600_000)
  await control(meta, 'POST', `shops/${accountId}/orders/${open}/cancel`)
  const second = await channel.poll(connection, first.cursor)
  expect(idsOf(second)).toEqual([open, checked, completed])
  expect(second.found.map((found) => kindOf(channel, found.body))).toEqual([
    'order.cancelled',
    'order.created',
    'shipped',
  ])

  const third = await channel.poll(connection, second.cursor)
  expect(third.found).toEqual(second.found.slice(0, 1))
})

test('a poll reads page by page and misses no order', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const placed: string[] = []
  for (let count = 0; count < 120; count += 1) placed.push(await placeOrder(meta))
  const found: string[] = []
  let cursor: string | null = null
  let pages = 0
  for (let hasMore = true; hasMore; pages += 1) {
    const page = await channel.poll(connection, cursor)
    found.push(...idsOf(page))
    ;({ cursor, hasMore } = page)
  }
  expect(pages).toBe(3)
  expect(found).toEqual(placed)
})

test('a poll starts again for another shop', async () => {
  const { meta, shop, channel } = await createMetaShopFixture()
  await placeOrder(meta)
  const { cursor } = await channel.poll(connection, null)
  meta.clock.advance(-3_600_000)
  const open = await placeOrder(meta)
  expect(idsOf(await channel.poll(connection, cursor))).not.toContain(open)
  shop.accountId = '2029384756102938'
  const elsewhere = { ...connection, commerceAccountId: shop.accountId }
  expect(idsOf(await channel.poll(elsewhere, cursor))).toContain(open)
})

test('all lines of an order are read, however many', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const items = Array.from({ length: 120 }, (_, index) => ({ retailerId: `S-${index}`, quantity: 1, price: 100 }))
  const id = await placeOrder(meta, { items })
  const { found } = await channel.poll(connection, null)
  for (const said of [await channel.fetchOrder(connection, id), readBody(channel, found[0]?.body)]) {
    expect(said.kind === 'order' && said.event.order.items).toHaveLength(120)
  }
})

test('an order that can’t be parsed is delivered too', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta, { currency: 'XXQ' })
  const { found } = await channel.poll(connection, null)
  expect(idsOf({ found })).toEqual([id])
  expect(() => kindOf(channel, found[0]?.body)).toThrow(/currency/)
})

test('an order is fetched once Meta’s check is over', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta, { state: 'FB_PROCESSING' })
  expect(await channel.fetchOrder(connection, id)).toMatchObject({ kind: 'nothing' })
  meta.clock.advance(60_000)
  expect(await channel.fetchOrder(connection, id)).toMatchObject({
    kind: 'order',
    event: { eventType: 'order.created', order: { externalOrderId: id, total: '54.60' } },
  })
})

test('a shop without a commerce account has no orders, but a catalogue', async () => {
  const { channel, requests } = await createMetaShopFixture()
  const catalogOnly = { ...connection, commerceAccountId: null }
  expect(await channel.fetchOrder(catalogOnly, '1')).toMatchObject({ kind: 'nothing' })
  await expect(channel.poll(catalogOnly, null)).rejects.toThrow(Rejected)
  expect(requests).toEqual([])
  await channel.test(catalogOnly)
  expect(requests).toHaveLength(1)
})

test('every call proves that the token is ours, and no URL contains it', async () => {
  const { meta, channel, requests } = await createMetaShopFixture()
  const id = await placeOrder(meta)
  await channel.test(connection)
  await channel.report(connection, { ...message, type: 'order.acknowledged', order: about(id) })
  const proof = createHmac('sha256', appSecret).update(token).digest('hex')
  expect(requests.length).toBeGreaterThan(2)
  for (const { url, headers } of requests) {
    expect(url.searchParams.get('appsecret_proof')).toBe(proof)
    expect(url.href).not.toContain(token)
    expect(headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(url.pathname).toMatch(/^\/v\d+\.\d+\//)
  }
})

test('no call is made without a token', async () => {
  const { channel, requests } = await createMetaShopFixture()
  await expect(channel.test({ ...connection, accessToken: null })).rejects.toThrow(Unauthorized)
  expect(requests).toEqual([])
})

test('an order is acknowledged once, however often it is reported', async () => {
  const { meta, shop, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta)
  for (const type of ['order.acknowledged', 'order.acknowledged', 'order.sent_to_fulfillment'] as const) {
    const report = { ...message, id: `msg_${type}`, type, order: about(id) }
    expect(await channel.report(connection, report)).toEqual({ status: 200 })
  }
  expect(shop.orders[0]).toMatchObject({ state: 'IN_PROGRESS', merchantOrderId: 'LS-10001' })
})

test('a refused acknowledgement says why', async () => {
  const { meta, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta, { state: 'FB_PROCESSING' })
  const report = { ...message, type: 'order.acknowledged', order: about(id) } as const
  await expect(channel.report(connection, report)).rejects.toThrow(/not in the CREATED state/)
})

test('each package is reported once', async () => {
  const { meta, shop, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta, { state: 'IN_PROGRESS' })
  const [tee] = shop.orders[0]?.lines ?? []
  const shipments = [
    {
      carrier: 'UPS',
      trackingNumber: '1Z1',
      items: [{ sku: 'other', externalItemId: tee?.id ?? null, quantity: 2 }],
    },
    { carrier: 'Amazon', trackingNumber: 'TBA2', items: [{ sku: 'MUG-1', externalItemId: null, quantity: 1 }] },
  ]
  const shipped = { ...message, type: 'order.shipped', order: about(id), shipments } as const
  await channel.report(connection, shipped)
  await channel.report(connection, shipped)
  expect(shop.orders[0]?.shipments).toMatchObject([
    { carrier: 'UPS', trackingNumber: '1Z1', lines: [{ retailerId: 'TEE-L', quantity: 2 }] },
    { carrier: 'OTHER', trackingNumber: 'TBA2', lines: [{ retailerId: 'MUG-1', quantity: 1 }] },
  ])
  expect(shop.orders[0]?.state).toBe('COMPLETED')
})

test('a package reported before a lost connection is not reported twice', async () => {
  const { meta, shop, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta, { state: 'IN_PROGRESS' })
  const shipments = [{ carrier: 'UPS', trackingNumber: '1Z1', items: [] }]
  const shipped = { ...message, type: 'order.shipped', order: about(id), shipments } as const
  meta.faults.add({ kind: 'drop-after-acting', operation: 'shipments' })
  await expect(channel.report(connection, shipped)).rejects.toThrow(/can’t be reached/)
  await channel.report(connection, shipped)
  expect(shop.orders[0]?.shipments).toHaveLength(1)
})

test('a cancellation carries its reason', async () => {
  const { meta, shop, channel } = await createMetaShopFixture()
  const id = await placeOrder(meta)
  const cancelled = { ...message, type: 'order.cancelled', order: about(id), reason: 'Sold out' } as const
  await channel.report(connection, cancelled)
  await channel.report(connection, cancelled)
  expect(shop.orders[0]?.cancellations).toMatchObject([
    { reasonCode: 'CANCEL_REASON_OTHER', description: 'Sold out', lines: [{ quantity: 2 }, { quantity: 1 }] },
  ])
})

test.each(['order.delivered', 'inventory.updated', 'ping'] as const)(
  'the message %s is not sent to Meta',
  async (type) => {
    const { meta, channel, requests } = await createMetaShopFixture()
    const id = await placeOrder(meta)
    expect(await channel.report(connection, { ...message, type, order: about(id) })).toEqual({ status: 204 })
    expect(requests).toEqual([])
  },
)

test('shipped units are refunded once', async () => {
  const { meta, shop, client } = await createMetaShopFixture()
  const orderId = await placeOrder(meta, { state: 'IN_PROGRESS' })
  const reference = { orderId, orderNumber: 'LS-10001', key: 'refund_1' }
  const refund = {
    reason: 'DAMAGED_GOODS',
    note: 'Broken on arrival',
    items: [{ sku: 'MUG-1', externalItemId: null, quantity: 1 }],
    shipping: { amount: '5.00', currency: 'USD' },
  } as const
  await expect(refundOrder(client(), reference, refund)).rejects.toThrow(/shipped/)
  const [order] = shop.orders
  for (const line of order?.lines ?? []) line.shipped = line.quantity
  await refundOrder(client(), reference, refund)
  await refundOrder(client(), reference, refund)
  expect(order?.refunds).toMatchObject([{ reasonCode: 'DAMAGED_GOODS', amount: 1350 }])
})

const idsOf = ({ found }: { found: { body: Buffer }[] }) =>
  found.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id)

type Channel = Awaited<ReturnType<typeof createMetaShopFixture>>['channel']

const readBody = (channel: Channel, body: Buffer = Buffer.alloc(0)) =>
  channel.read({ headers: {}, body, receivedAt: new Date() })

function kindOf(channel: Channel, body: Buffer | undefined) {
  const reading = readBody(channel, body)
  return reading.kind === 'order' ? reading.event.eventType : reading.kind
}
