import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderRow } from '#contract/order-row.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { stockHolds } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function seller() {
  const { id } = await buildCompany(server.deps.db)
  return { id, ops: await server.as('ops', id), readonly: await server.as('readonly', id) }
}

describe('the list of orders', () => {
  it('has the newest first, page by page, also those of the same moment', async () => {
    const { id: companyId, readonly } = await seller()
    const { id: channelId } = await buildChannel(server.deps, companyId)
    const moments = ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z']
    for (const moment of [...moments, '2026-02-27T08:00:00.000Z', '2026-03-01T08:00:00.000Z']) {
      await buildOrder(server.deps, companyId, { channelId, placedAt: new Date(moment) })
    }
    await buildOrder(server.deps, (await seller()).id)
    const pages = await readAllPages(readonly, '/api/orders?limit=2', OrderRow)
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ])
    const rows = pages.flatMap((page) => page.rows)
    const keys = rows.map(({ placedAt, id }) => `${placedAt} ${id}`)
    expect(keys).toEqual(keys.toSorted().toReversed())
    expect(new Set(keys).size).toBe(5)
  })

  it('finds the orders without a channel, which people entered, with every other filter', async () => {
    const { id: companyId, ops, readonly } = await seller()
    const { id: channelId } = await buildChannel(server.deps, companyId)
    const place = (externalOrderId: string, change: Parameters<typeof buildOrder>[2]) =>
      buildOrder(server.deps, companyId, { externalOrderId, ...change })
    await place('shop', { channelId })
    await place('entered', { channelId: null })
    await place('entered-shipped', { channelId: null, status: 'shipped' })
    const find = async (query: string) => {
      const reply = await readonly.get(`/api/orders?channelId=none${query}`)
      expect(reply.statusCode, reply.body).toBe(200)
      const numbers = reply.json<OrderRow[]>().map(({ externalOrderId }) => externalOrderId)
      return [...numbers.toSorted(), Number(reply.headers['x-total-count'])]
    }
    expect(await find('')).toEqual(['entered', 'entered-shipped', 2])
    expect(await find('&status=shipped')).toEqual(['entered-shipped', 1])
    expect(await find('&flag=to_ship')).toEqual(['entered', 1])
    expect(await find('&sort=number')).toEqual(['entered', 'entered-shipped', 2])
    expect(await find('&assignee=nobody&status=placed')).toEqual(['entered', 1])
    expect(await find('&search=entered')).toEqual(['entered', 'entered-shipped', 2])
    expect(await find('&search=entered&status=placed')).toEqual(['entered', 1])
    expect(await find('&search=shop')).toEqual([0])
    const file = (await ops.get('/api/orders/export?format=csv&channelId=none&status=placed')).body
    expect([file.includes('entered'), file.includes('shop')]).toEqual([true, false])
    const batch = await ops.post('/api/order-batches', {
      action: 'acknowledge',
      matching: { filter: { channelId: 'none', status: 'placed' }, listedAt: new Date(Date.now() + 60_000) },
    })
    expect(batch.json()).toMatchObject({ total: 1 })
    const view = await ops.post('/api/saved-views', {
      name: 'By hand',
      filters: { channelId: 'none' },
      isShared: false,
    })
    expect(view.statusCode, view.body).toBe(201)
  })

  it('shows an order with its channel, its lines and its attention', async () => {
    const { id: companyId, readonly } = await seller()
    const channel = await buildChannel(server.deps, companyId, { name: 'My Shop' })
    const order = await buildOrder(server.deps, companyId, {
      channelId: channel.id,
      externalOrderId: '1042',
      items: [{ quantity: 2, unitPrice: '19.00' }, {}],
      heldAt: new Date('2026-03-02T09:30:00Z'),
      holdReason: 'Fraud check',
      attention: [{ code: 'totals_differ', reason: 'One cent' }],
    })
    expect((await readonly.get('/api/orders')).json()).toEqual([
      {
        id: order.id,
        orderNumber: order.orderNumber,
        externalOrderId: '1042',
        externalNumber: null,
        customerName: 'Ana Ruiz',
        status: 'placed',
        channelId: channel.id,
        channelType: 'website',
        channelName: 'My Shop',
        totalAmount: '48.00',
        currency: 'USD',
        itemCount: 3,
        placedAt: '2026-03-02T09:00:00.000Z',
        isHeld: true,
        channelHold: null,
        needsAttention: true,
        waitsForStock: false,
        isPartial: false,
        transit: null,
        needsOwnShipping: true,
        tags: [],
        assignee: null,
        isObserving: false,
        hasShipped: false,
        deliveredAt: null,
        reviewRequestedAt: null,
        hasEmail: true,
      },
    ])
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.update(attentionItems).set({ resolvedAt: new Date(), resolution: 'Fine' }),
    )
    expect((await readonly.get('/api/orders')).json()).toMatchObject([{ needsAttention: false }])
  })

  it('is searched by channel’s order id and customer, letter case aside, together with the filters', async () => {
    const { id: companyId, readonly } = await seller()
    const [shop, other] = [await buildChannel(server.deps, companyId), await buildChannel(server.deps, companyId)]
    const build = (externalOrderId: string, firstName: string, rest: Parameters<typeof buildOrder>[2] = {}) =>
      buildOrder(server.deps, companyId, { channelId: shop.id, externalOrderId, customer: { firstName }, ...rest })
    await build('WEB-1', 'Anna')
    await build('web-2', 'Bo', { status: 'shipped' })
    await build('X-3', 'Webster', { channelId: other.id })
    await build('50%', 'Cy')
    await build('N-5', 'Cy', { customer: null })
    const found = async (query: string) => {
      const reply = await readonly.get(`/api/orders?${query}`)
      const ids = reply.json<OrderRow[]>().map((row) => row.externalOrderId)
      expect(reply.headers['x-total-count']).toBe(String(ids.length))
      return ids.toSorted()
    }
    expect(await found('search=wEb')).toEqual(['WEB-1', 'X-3', 'web-2'])
    expect(await found(`search=web&channelId=${shop.id}`)).toEqual(['WEB-1', 'web-2'])
    expect(await found(`search=web&channelId=${shop.id}&status=shipped`)).toEqual(['web-2'])
    expect(await found(`channelId=${other.id}`)).toEqual(['X-3'])
    expect(await found('status=cancelled')).toEqual([])
    expect(await found('search=%25')).toEqual(['50%'])
    expect(await found('search=')).toHaveLength(5)
    const pages = await readAllPages(readonly, '/api/orders?search=web&limit=2', OrderRow)
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ])
  })

  it('finds nothing at another company’s channel', async () => {
    const { readonly } = await seller()
    const foreign = await buildChannel(server.deps, (await seller()).id)
    expect((await readonly.get(`/api/orders?channelId=${foreign.id}`)).statusCode).toBe(404)
  })
})

describe('one order', () => {
  it('is returned whole', async () => {
    const { id: companyId, ops } = await seller()
    const order = await buildOrder(server.deps, companyId, {
      items: [{ quantity: 3 }, { skuId: null, sku: 'NOBODYS' }],
    })
    const [line] = order.items
    await server.deps.db.inCompany(companyId, async (tx) => {
      const later = new Date('2026-03-02T09:05:00Z')
      const entry = { companyId, orderId: order.id, occurredAt: later, actorType: 'user', actorName: 'Ana' } as const
      await tx.insert(orderEvents).values({ ...entry, id: newId(), event: 'note', description: 'A note' })
      const item = { companyId, orderId: order.id }
      await tx.insert(attentionItems).values([
        { ...item, id: newId(), code: 'totals_differ', reason: 'Later', raisedAt: later },
        { ...item, id: newId(), code: 'unmapped_sku', reason: 'NOBODYS', raisedAt: order.placedAt },
        { ...item, id: newId(), code: 'bad_address', reason: 'Over', raisedAt: order.placedAt, resolvedAt: later },
      ])
      const hold = { companyId, skuId: line?.skuId ?? '', orderItemId: line?.id ?? '' }
      await tx.insert(stockHolds).values([
        { ...hold, id: newId(), quantity: 2 },
        { ...hold, id: newId(), quantity: 1, endedAt: later, ending: 'cancelled' },
      ])
    })
    const detail = (await ops.get(`/api/orders/${order.id}`)).json<OrderDetail>()
    expect(detail.items).toMatchObject([
      { sku: line?.sku, skuId: line?.skuId, quantity: 3, unitPrice: '10.00', totalPrice: '30.00', held: 2 },
      { sku: 'NOBODYS', skuId: null, held: 0 },
    ])
    expect(detail.attentions.map(({ code }) => code)).toEqual(['unmapped_sku', 'totals_differ'])
    expect(detail.attention).toEqual(detail.attentions[0])
    expect(detail.attention).toMatchObject({ reason: 'NOBODYS', remedy: expect.stringContaining('SKU') })
    expect(detail.timeline.map(({ event, actorType }) => [event, actorType])).toEqual([
      ['order.placed', 'webhook'],
      ['note', 'user'],
    ])
    expect(detail).toMatchObject({ subtotal: '40.00', totalAmount: '40.00', itemCount: 4, shippingSpeed: 'standard' })
  })

  it('does not say an amount that the channel left out, in the drawer nor in the export', async () => {
    const { id: companyId, ops } = await seller()
    const order = await buildOrder(server.deps, companyId, {
      subtotal: '19.00',
      taxAmount: '1.50',
      total: '99.00',
      amountOrigins: { discount: 'not_given', shipping: 'not_given', tax: 'worked_out' },
      items: [{ sku: 'TEE', skuId: null, quantity: 1, unitPrice: '19.00' }],
    })
    expect((await ops.get(`/api/orders/${order.id}`)).json<OrderDetail>()).toMatchObject({
      discountAmount: null,
      shippingAmount: null,
      taxAmount: '1.50',
      workedOut: ['tax'],
      unexplained: '78.50',
      totalAmount: '99.00',
    })
    const file = await ops.get(`/api/orders/export?format=csv&orderIds=${order.id}`)
    const [head = [], line = []] = file.body
      .trim()
      .split(/\r?\n/)
      .map((row) => row.split(','))
    const cellOf = (name: string) => line[head.findIndex((cell) => cell.endsWith(name))]
    expect(['Order discount', 'Order shipping', 'Order tax', 'Order total'].map(cellOf)).toEqual([
      '',
      '',
      '1.50',
      '99.00',
    ])
  })

  it('shows e-mail, phone and street to who works with orders, and the audit log says so', async () => {
    const { id: companyId, ops, readonly } = await seller()
    const order = await buildOrder(server.deps, companyId)
    const read = async (browser: typeof ops) =>
      (await browser.get(`/api/orders/${order.id}`)).json<Pick<OrderDetail, 'customer' | 'shippingAddress'>>()
    const views = () =>
      server.deps.db.inCompany(companyId, (tx) =>
        tx
          .select({ actor: auditLog.userId, order: auditLog.resourceId })
          .from(auditLog)
          .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'order.view'))),
      )
    expect(await read(readonly)).toMatchObject({
      customer: { firstName: 'Ana', email: 'a•••@example.com', phone: '•••00' },
      shippingAddress: { recipientName: 'Ana Ruiz', line1: '•••', line2: '•••', city: 'Seattle' },
    })
    expect(await views()).toEqual([])
    expect(await read(ops)).toMatchObject({
      customer: { email: 'ana@example.com', phone: '+12065550100' },
      shippingAddress: { line1: '1 Main St', line2: 'Apt 5' },
    })
    await read(ops)
    expect(await views(), 'an open drawer asks anew with every change').toEqual([
      { actor: ops.user.id, order: order.id },
    ])
  })

  it('can be read without a customer, or when the customer is erased', async () => {
    const { id: companyId, ops } = await seller()
    const guest = await buildOrder(server.deps, companyId, { customer: null })
    expect((await ops.get(`/api/orders/${guest.id}`)).json()).toMatchObject({ customer: null, shippingAddress: null })
    const erased = await buildOrder(server.deps, companyId, { customer: { email: null, line1: null } })
    await server.deps.db.inCompany(companyId, (tx) => tx.update(customers).set({ phone: null, erasedAt: new Date() }))
    expect((await ops.get(`/api/orders/${erased.id}`)).json()).toMatchObject({
      customer: { email: null, phone: null },
      shippingAddress: { line1: null },
    })
  })
})
