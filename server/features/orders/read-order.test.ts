import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contract/orders.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { packageItems, packages, shipmentEvents } from '#server/platform/db/schema/fulfillment.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { storeImage } from '#server/testing/images.ts'
import { createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'
import { buildFulfillment } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let fixture: OrderFixture
beforeAll(async () => {
  server = await createTestApp()
  fixture = await createOrderFixture(server.deps)
})
afterAll(() => server.close())

const read = async (orderId: string, role: 'ops' | 'readonly' = 'ops') =>
  (await (await server.as(role, fixture.companyId)).get(`/api/orders/${orderId}`)).json<OrderDetail>()

const at = (minute: string) => new Date(`2026-03-02T09:${minute}:00Z`)

type Built = Awaited<ReturnType<OrderFixture['build']>>

/** A parcel with one unit of the order's line and its carrier events. */
async function buildParcel(order: Built, fulfillmentId: string, packageNumber: string, scans: string[]) {
  const { companyId } = fixture
  const named = { companyId, id: newId(), fulfillmentId }
  await fixture.ctx.transaction(async (tx) => {
    await tx.insert(packages).values({ ...named, packageNumber, carrier: 'UPS', trackingNumber: `1Z${packageNumber}` })
    const [line] = order.items
    await tx.insert(packageItems).values({ companyId, packageId: named.id, orderItemId: line?.id ?? '', quantity: 1 })
    for (const minute of scans) {
      const scan = { companyId, id: newId(), fulfillmentId, packageId: named.id, timestamp: at(minute) }
      await tx.insert(shipmentEvents).values({ ...scan, eventType: `SCAN_${minute}`, location: 'Tacoma, WA, US' })
    }
  })
}

describe('the fulfillments of an order', () => {
  it('are all attempts, newest first, with parcels and carrier events', async () => {
    const order = await fixture.build({
      status: 'shipped',
      items: [{ quantity: 3 }],
      partialReason: 'One unit is left',
    })
    const build = (columns: Parameters<typeof buildFulfillment>[3]) =>
      buildFulfillment(server.deps.db, fixture.companyId, order, columns)
    await build({ attempt: 1, status: 'unfulfillable', errorCode: 'bad_address', error: 'Amazon can’t find it.' })
    const { id } = await build({
      attempt: 2,
      status: 'shipped',
      quantity: 2,
      shippingCost: '7.95',
      acceptedAt: at('05'),
    })
    await buildParcel(order, id, '2', [])
    await buildParcel(order, id, '1', ['10', '20'])
    const [line] = order.items
    const detail = await read(order.id)
    expect(detail.partialReason).toBe('One unit is left')
    expect(detail.items).toMatchObject([{ quantity: 3, unsent: 1 }])
    expect(detail.fulfillments).toMatchObject([
      {
        attempt: 2,
        status: 'shipped',
        shippingCost: '7.95',
        acceptedAt: '2026-03-02T09:05:00.000Z',
        error: null,
        items: [{ orderItemId: line?.id, quantity: 2, cancelledQuantity: 0, unfulfillableQuantity: 0 }],
        packages: [
          {
            packageNumber: '1',
            trackingUrl: 'https://www.ups.com/track?tracknum=1Z1',
            items: [{ orderItemId: line?.id, quantity: 1 }],
            events: [{ eventType: 'SCAN_20', location: 'Tacoma, WA, US' }, { eventType: 'SCAN_10' }],
          },
          { packageNumber: '2', events: [] },
        ],
      },
      { attempt: 1, error: { code: 'bad_address', message: 'Amazon can’t find it.' }, packages: [] },
    ])
  })

  it('leave all units unsent until an attempt has them', async () => {
    const order = await fixture.build({ items: [{ quantity: 2 }, {}] })
    expect((await read(order.id)).items).toMatchObject([{ unsent: 2 }, { unsent: 1 }])
    await buildFulfillment(server.deps.db, fixture.companyId, order, { status: 'pending' })
    expect(await read(order.id)).toMatchObject({ transit: 'sending', items: [{ unsent: 0 }, { unsent: 0 }] })
  })
})

describe('the lines of an order', () => {
  it('have the pictures of our products; an unknown SKU has none', async () => {
    const { db } = server.deps
    const { companyId } = fixture
    const [byUrl, uploaded] = [await buildSku(db, companyId), await buildSku(db, companyId)]
    const images = ['https://own.test/1']
    await db.inCompany(companyId, (tx) => tx.update(products).set({ images }).where(eq(products.id, byUrl.productId)))
    const imageId = await storeImage(db, companyId, { productId: uploaded.productId })
    const { id } = await fixture.build({ items: [{ skuId: byUrl.id }, { skuId: uploaded.id }, { skuId: null }] })
    expect((await read(id)).items.map(({ imageUrl }) => imageUrl)).toEqual([images[0], `/api/images/${imageId}`, null])
  })
})

describe('the title of a line', () => {
  it('is the channel’s, else ours, on screens and packing slips', async () => {
    const { db } = server.deps
    const { companyId } = fixture
    const sku = await buildSku(db, companyId)
    await db.inCompany(companyId, (tx) =>
      tx.update(products).set({ title: 'Tall mug' }).where(eq(products.id, sku.productId)),
    )
    await db.inCompany(companyId, (tx) => tx.update(skus).set({ title: null }).where(eq(skus.id, sku.id)))
    const items = [
      { skuId: sku.id, title: 'Mug, as sold' },
      { skuId: sku.id, title: null },
      { skuId: null, title: null },
    ]
    const { id } = await fixture.build({ items })
    expect((await read(id)).items.map(({ title }) => title)).toEqual(['Mug, as sold', 'Tall mug', null])
    const slip = await (await server.as('ops', companyId)).get(`/api/orders/${id}/packing-slip`)
    expect(slip.body).toContain('Tall mug')
  })
})

describe('the address of an order', () => {
  it('is checked unmasked, also for users who see it masked', async () => {
    const { id } = await fixture.build({ customer: { line1: 'x'.repeat(181) } })
    const problems = [expect.stringMatching(/^Street must be 180 characters or fewer/)]
    expect(await read(id, 'readonly')).toMatchObject({ shippingAddress: { line1: '•••' }, addressProblems: problems })
    expect(await read((await fixture.build()).id, 'readonly')).toMatchObject({ addressProblems: [] })
  })

  it('has the customer as recipient when it names none', async () => {
    const { id } = await fixture.build({ customer: { firstName: null, lastName: null }, customerName: 'Ana Ruiz' })
    expect((await read(id)).addressProblems).toEqual([])
  })

  it('is reported missing only until the order is submitted', async () => {
    const { id } = await fixture.build({ customer: null })
    expect((await read(id)).addressProblems).toEqual(['There is no shipping address'])
    const gone = await fixture.build({ customer: null, status: 'delivered' })
    expect((await read(gone.id)).addressProblems).toEqual([])
  })
})

it('an erased order does not show its customer, although a later order does', async () => {
  const customer = { email: 'again@example.com', phone: '+12065550177' }
  const erased = await fixture.build({ customer, status: 'delivered', erasedAt: at('10') })
  const { customer: shown, shippingAddress } = await read((await fixture.build({ customer })).id)
  expect([shown?.email, shown?.phone, shippingAddress?.line1]).toEqual([customer.email, customer.phone, '1 Main St'])
  for (const role of ['ops', 'readonly'] as const) expect((await read(erased.id, role)).customer).toBeNull()
})

it('an order has the number of its payloads', async () => {
  const { id: orderId } = await fixture.build()
  const payload = (isVerified: boolean) => ({
    companyId: fixture.companyId,
    id: newId(),
    orderId,
    payload: '',
    isVerified,
  })
  await fixture.ctx.transaction((tx) => tx.insert(webhookEvents).values([payload(true), payload(true), payload(false)]))
  expect((await read(orderId)).payloadCount).toBe(2)
})
