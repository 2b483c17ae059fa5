import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sampleOrder } from '#contract/public-api-manual.ts'
import type { PublicOrder, PublicStock } from '#contract/public-api.ts'
import { decryptContent } from '#server/features/channels/inbox/delivery-content.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { buildMasterKey, programWith } from '#server/testing/api-keys.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany, buildSku, setLevel } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const program = (key: string | null) => programWith(server.app.http, key)

/** A company with a website, the key of its channel and a master key. */
async function seller() {
  const { deps } = server
  const { id } = await buildCompany(deps.db)
  const channel = await buildChannel(deps, id)
  const master = program(await buildMasterKey(deps.db, id))
  const inCompany = <T>(work: Parameters<typeof deps.db.inCompany<T>>[1]) => deps.db.inCompany(id, work)
  return { id, channel, website: program(channel.apiKey), master, inCompany }
}

type Created = PublicOrder & { isNew: boolean }

describe('an order submitted by API', () => {
  it('is stored at once, and returned unchanged when it comes again', async () => {
    const { id, website } = await seller()
    const sku = await buildSku(server.deps.db, id, { sku: 'TEE-L' })
    await setLevel(server.deps.db, sku, { qtyAvailable: 5 })
    const first = await website.post('/api/v1/orders', sampleOrder)
    expect(first.statusCode, first.body).toBe(201)
    const created = first.json<Created>()
    expect(created).toMatchObject({
      externalOrderId: '1042',
      status: 'placed',
      total: '42.30',
      items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00', isKnown: true }],
      attention: null,
      packages: [],
      isNew: true,
    })
    const again = await website.post('/api/v1/orders', { ...sampleOrder, notes: 'Said twice' })
    expect(again.statusCode).toBe(200)
    const { isNew: _isNew, ...order } = created
    expect(again.json()).toEqual({ ...order, isNew: false })
    expect((await website.get(`/api/v1/orders/${created.id}`)).json()).toEqual(order)
  })

  it('is one order however many submit it at once', async () => {
    const { website, inCompany } = await seller()
    const replies = await Promise.all(Array.from({ length: 6 }, () => website.post('/api/v1/orders', sampleOrder)))
    const answered = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length
    expect([answered(201), answered(200)]).toEqual([1, 5])
    expect(new Set(replies.map((reply) => reply.json<Created>().id)).size).toBe(1)
    expect(await inCompany((tx) => tx.select({ id: orders.id }).from(orders))).toHaveLength(1)
  })

  it('is ingested together with those submitted at the same time, each answered for itself', async () => {
    const { website, inCompany } = await seller()
    const inTransactions = vi.spyOn(server.deps.db, 'inCompany')
    const ids = Array.from({ length: 20 }, (_, at) => `many-${at}`)
    const numberOf = (id: string) => (id === 'many-7' ? 'many-6' : id)
    const replies = await Promise.all(
      ids.map((id) => website.post('/api/v1/orders', { ...sampleOrder, externalOrderId: numberOf(id) })),
    )
    expect(inTransactions.mock.calls.length).toBeLessThan(ids.length / 2)
    inTransactions.mockRestore()
    expect(replies.map((reply) => reply.json<Created>().externalOrderId)).toEqual(ids.map(numberOf))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(ids.length - 1)
    expect(await inCompany((tx) => tx.select({ id: orders.id }).from(orders))).toHaveLength(ids.length - 1)
    const stored = await inCompany((tx) => tx.select({ orderId: webhookEvents.orderId }).from(webhookEvents))
    expect(new Set(stored.map(({ orderId }) => orderId)).size).toBe(ids.length - 1)
  })

  it('is refused alone when it can’t be stored', async () => {
    const { website, inCompany } = await seller()
    const placedAt = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z', '0000-03-01T10:00:00Z', '2026-03-01T10:00:00Z']
    const send = (at: string, id: number) =>
      website.post('/api/v1/orders', { ...sampleOrder, externalOrderId: `P-${id}`, placedAt: at })
    const replies = await Promise.all(placedAt.map(send))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 422, 201])
    expect(replies[2]?.json()).toMatchObject({ errors: [{ field: 'placedAt' }] })
    expect(await inCompany((tx) => tx.select({ id: orders.id }).from(orders))).toHaveLength(3)
  })

  it('has its attention', async () => {
    const { website } = await seller()
    const reply = await website.post('/api/v1/orders', sampleOrder)
    expect(reply.json()).toMatchObject({ items: [{ isKnown: false }], attention: { code: 'unmapped_sku' } })
  })

  it('is stored among the channel’s deliveries, encrypted, once per content', async () => {
    const { id: companyId, website, inCompany, channel } = await seller()
    const created = (await website.post('/api/v1/orders', sampleOrder)).json<Created>()
    for (const order of [sampleOrder, { ...sampleOrder, notes: 'Said twice' }]) {
      expect((await website.post('/api/v1/orders', order)).statusCode).toBe(200)
    }
    const stored = await inCompany((tx) => tx.select().from(webhookEvents).orderBy(webhookEvents.id))
    expect(stored).toMatchObject([
      { source: 'api', isVerified: true, isProcessed: true, orderId: created.id, error: null, channelId: channel.id },
      { source: 'api', isProcessed: true, orderId: created.id, error: expect.stringContaining('already') },
    ])
    const [{ id, payload } = { id: '', payload: '' }] = stored
    expect(payload).not.toContain('Main St')
    const { body } = decryptContent(server.deps.vault, { companyId, id }, payload)
    expect(JSON.parse(body.toString())).toMatchObject({ type: 'order.created', data: { externalOrderId: '1042' } })
  })

  it('needs its channel when the master key is used', async () => {
    const { master, channel } = await seller()
    const without = await master.post('/api/v1/orders', sampleOrder)
    expect(without.statusCode).toBe(422)
    expect(without.json()).toMatchObject({ errors: [{ field: 'channelId' }] })
    expect((await master.post(`/api/v1/orders?channelId=${channel.id}`, sampleOrder)).statusCode).toBe(201)
    const foreign = await seller()
    expect((await master.post(`/api/v1/orders?channelId=${foreign.channel.id}`, sampleOrder)).statusCode).toBe(404)
  })

  it('is refused for an inactive channel, and for another channel than the key’s', async () => {
    const { id, master, website, channel } = await seller()
    const off = await buildChannel(server.deps, id, { isActive: false })
    expect((await master.post(`/api/v1/orders?channelId=${off.id}`, sampleOrder)).statusCode).toBe(409)
    expect((await website.post(`/api/v1/orders?channelId=${off.id}`, sampleOrder)).statusCode).toBe(403)
    expect((await website.post(`/api/v1/orders?channelId=${channel.id}`, sampleOrder)).statusCode).toBe(201)
  })

  it('names each field that is wrong', async () => {
    const { website, inCompany } = await seller()
    const [item] = sampleOrder.items
    const wrong = { ...sampleOrder, currency: 'XXZ', items: [{ ...item, quantity: -1, price: '1' }] }
    const reply = await website.post('/api/v1/orders', wrong)
    expect(reply.statusCode).toBe(422)
    const fields = reply.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)
    expect(fields.toSorted()).toEqual(['currency', 'items.0', 'items.0.quantity'])
    expect(await inCompany((tx) => tx.select({ id: orders.id }).from(orders))).toEqual([])
  })
})

describe('a shipment by API', () => {
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999' }

  async function sold() {
    const { id, channel, website, master } = await seller()
    const { db } = server.deps
    const mug = await buildSku(db, id, { sku: 'MUG', stockHolder: 'merchant' })
    await countStock(db, id, mug.id, { available: 10, source: 'sheet' })
    const items = [
      { skuId: mug.id, sku: 'MUG', quantity: 1 },
      { skuId: null, sku: 'GIFT', quantity: 1 },
      { skuId: mug.id, sku: 'MUG', quantity: 2 },
    ]
    const order = await buildOrder(server.deps, id, { channelId: channel.id, items })
    const path = `/api/v1/orders/${order.orderNumber}/shipments`
    return { order, website, master, path, ship: (body: object = {}) => website.post(path, { ...parcel, ...body }) }
  }

  it('ships what is left, once, however often it is sent', async () => {
    const { order, ship, master } = await sold()
    const first = await ship()
    expect(first.statusCode, first.body).toBe(201)
    expect(first.json()).toMatchObject({ id: order.id, status: 'shipped', packages: [parcel], isNew: true })
    const byId = `/api/v1/orders/${order.id}/shipments`
    const again = [await ship(), await master.post(byId, { ...parcel, trackingNumber: '1z 999' })]
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(again[0]?.json()).toEqual({ ...first.json(), isNew: false })
  })

  it('can hold a part, named by SKU, and says where the parcel is', async () => {
    const { ship, website, order } = await sold()
    const items = [{ sku: 'MUG', quantity: 2 }]
    expect((await ship({ items })).json()).toMatchObject({ status: 'shipped', isNew: true })
    expect((await ship({ items })).statusCode).toBe(200)
    expect((await ship({ items: [{ sku: 'MUG', quantity: 1 }] })).statusCode).toBe(409)
    const trackingUrl = 'https://parcels.example/2'
    const rest = { carrier: 'Pigeon', trackingNumber: '2', trackingUrl }
    expect((await ship({ ...rest, items: [{ sku: 'MUG', quantity: 2 }] })).json()).toMatchObject({
      detail: 'Only 1 unit of MUG left to send.',
    })
    expect((await ship(rest)).statusCode).toBe(201)
    expect((await website.get(`/api/v1/orders/${order.id}`)).json<PublicOrder>().packages).toEqual([
      { ...parcel, trackingUrl: 'https://www.ups.com/track?tracknum=1Z999' },
      rest,
    ])
  })

  it('names what is wrong', async () => {
    const { ship } = await sold()
    const refused = async (body: object) => {
      const reply = await ship(body)
      return [reply.statusCode, reply.json<{ errors?: { field: string }[] }>().errors?.[0]?.field]
    }
    expect(await refused({ items: [{ sku: 'HAT', quantity: 1 }] })).toEqual([422, 'items'])
    expect(await refused({ trackingUrl: 'javascript:alert(1)' })).toEqual([422, 'trackingUrl'])
    expect(await refused({ trackingNumber: ' ' })).toEqual([422, 'trackingNumber'])
    expect(await refused({ shippedAt: '2099-01-01T00:00:00Z' })).toEqual([422, 'shippedAt'])
  })

  it('of another channel’s order is refused to a channel’s key', async () => {
    const { path } = await sold()
    const { website } = await seller()
    expect((await website.post(path, parcel)).statusCode).toBe(404)
  })
})

describe('orders by key', () => {
  it('are those of the key’s own channel, and all for the master key', async () => {
    const { id, channel, website, master } = await seller()
    const own = await buildOrder(server.deps, id, { channelId: channel.id, externalOrderId: 'A-1' })
    const other = await buildOrder(server.deps, id, { externalOrderId: 'A-1' })
    const foreign = await buildOrder(server.deps, (await seller()).id)
    const idsOf = async (who: typeof master, query = '') => {
      const reply = await who.get(`/api/v1/orders${query}`)
      expect(reply.headers['x-total-count']).toBe(String(reply.json<PublicOrder[]>().length))
      return new Set(reply.json<PublicOrder[]>().map((order) => order.id))
    }
    expect(await idsOf(website)).toEqual(new Set([own.id]))
    expect(await idsOf(master)).toEqual(new Set([own.id, other.id]))
    expect(await idsOf(master, `?channelId=${other.channelId}`)).toEqual(new Set([other.id]))
    expect(await idsOf(master, '?externalOrderId=A-1')).toEqual(new Set([own.id, other.id]))
    expect(await idsOf(website, '?externalOrderId=A-1')).toEqual(new Set([own.id]))
    expect(await idsOf(website, '?externalOrderId=a-1')).toEqual(new Set())
    expect((await website.get(`/api/v1/orders?channelId=${other.channelId}`)).statusCode).toBe(403)
    expect((await website.get(`/api/v1/orders/${other.id}`)).statusCode).toBe(404)
    expect((await master.get(`/api/v1/orders/${foreign.id}`)).statusCode).toBe(404)
    expect((await master.get(`/api/v1/orders?channelId=${foreign.channelId}`)).statusCode).toBe(404)
  })

  it('come in pages without customer data', async () => {
    const { id, channel, website } = await seller()
    for (const externalOrderId of ['1', '2', '3']) {
      await buildOrder(server.deps, id, { channelId: channel.id, externalOrderId })
    }
    const first = await website.get('/api/v1/orders?limit=2')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const second = await website.get(next)
    const all = [...first.json<PublicOrder[]>(), ...second.json<PublicOrder[]>()]
    expect(all.map((order) => order.externalOrderId)).toEqual(['3', '2', '1'])
    expect(first.body + second.body).not.toMatch(/Ana|example\.com|Main St/)
  })
})

describe('stock by key', () => {
  it('is what the key’s channel may sell', async () => {
    const { id, channel, website, master, inCompany } = await seller()
    const { db } = server.deps
    const stocked = async (sku: string, qtyAvailable: number, rest: object = {}) => {
      const built = await buildSku(db, id, { sku, ...rest })
      await setLevel(db, built, { qtyAvailable })
      return built
    }
    await stocked('A', 10)
    await stocked('B', 10, { safetyBuffer: 8 })
    const hidden = await stocked('C', 10)
    await stocked('D', 2)
    await stocked('E', 10, { isActive: false })
    await changeSettings(db, id, { safetyBuffer: 1 })
    const cautious = await buildChannel(server.deps, id, { safetyBuffer: 4 })
    await inCompany((tx) =>
      tx.insert(listings).values({ companyId: id, channelId: cautious.id, skuId: hidden.id, isVisible: false }),
    )
    const stockOf = async (who: typeof website) =>
      Object.fromEntries(
        (await who.get('/api/v1/inventory')).json<PublicStock[]>().map((row) => [row.sku, row.sellable]),
      )
    expect(await stockOf(master)).toEqual({ A: 9, B: 2, C: 9, D: 1 })
    expect(await stockOf(website)).toEqual({ A: 9, B: 2, C: 9, D: 1 })
    expect(await stockOf(program(cautious.apiKey))).toEqual({ A: 6, B: 2, C: 0, D: 0 })
    expect(channel.id).not.toBe(cautious.id)
  })

  it('is read for one SKU, or in pages', async () => {
    const { id, website } = await seller()
    for (const sku of ['A', 'B', 'a']) await buildSku(server.deps.db, id, { sku })
    const one = await website.get('/api/v1/inventory?sku=A')
    expect([one.json(), one.headers['x-total-count']]).toEqual([[{ sku: 'A', sellable: 0 }], '1'])
    expect((await website.get('/api/v1/inventory?sku=Z')).json()).toEqual([])
    const first = await website.get('/api/v1/inventory?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const rows = [...first.json<PublicStock[]>(), ...(await website.get(next)).json<PublicStock[]>()]
    expect(rows.map(({ sku }) => sku).toSorted()).toEqual(['A', 'B', 'a'])
  })

  it('is offered of nothing where the channel offers only what is chosen', async () => {
    const { id, inCompany } = await seller()
    const channel = await buildChannel(server.deps, id, { config: { offersAllSkus: false } })
    const skus = [await buildSku(server.deps.db, id, { sku: 'A' }), await buildSku(server.deps.db, id, { sku: 'B' })]
    for (const sku of skus) await setLevel(server.deps.db, sku, { qtyAvailable: 3 })
    const [chosen] = skus
    await inCompany((tx) =>
      tx.insert(listings).values({ companyId: id, channelId: channel.id, skuId: chosen?.id ?? '', isVisible: true }),
    )
    expect((await program(channel.apiKey).get('/api/v1/inventory')).json()).toEqual([
      { sku: 'A', sellable: 3 },
      { sku: 'B', sellable: 0 },
    ])
    await inCompany((tx) => tx.update(listings).set({ isVisible: false }).where(eq(listings.channelId, channel.id)))
    expect((await program(channel.apiKey).get('/api/v1/inventory?sku=A')).json()).toEqual([{ sku: 'A', sellable: 0 }])
  })
})
