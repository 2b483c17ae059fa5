import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payload } from '#contract/orders.ts'
import { encryptContent } from '#server/features/channels/inbox/delivery-content.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { storeImage } from '#server/testing/images.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { buildOrder, createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let fixture: OrderFixture
beforeAll(async () => {
  server = await createTestApp()
  fixture = await createOrderFixture(server.deps)
})
afterAll(() => server.close())

const browser = () => server.as('ops', fixture.companyId)

type NewPayload = { body: Buffer | null; at: string; isVerified?: boolean }

/** A payload of the order; without a body it has been erased. */
async function insertPayloads(orderId: string, payloads: readonly NewPayload[]): Promise<void> {
  const { companyId } = fixture
  const rows = payloads.map(({ body, at, isVerified = true }) => {
    const id = newId()
    const payload = body ? encryptContent(server.deps.vault, { companyId, id }, { headers: {}, body }) : ''
    return { companyId, id, orderId, eventType: 'order.created', payload, isVerified, createdAt: new Date(at) }
  })
  await fixture.ctx.transaction((tx) => tx.insert(webhookEvents).values(rows))
}

describe('the payloads of an order', () => {
  const read = async (orderId: string) =>
    (await (await browser()).get(`/api/orders/${orderId}/payloads`)).json<Payload[]>()

  it('are shown as received, newest first, and the reader is audited', async () => {
    const { id: orderId } = await fixture.build()
    await insertPayloads(orderId, [
      { body: Buffer.from('{"first":1}'), at: '2026-03-02T09:00:00Z' },
      { body: Buffer.from('{"second":2}'), at: '2026-03-02T09:05:00Z' },
      { body: Buffer.from('forged'), at: '2026-03-02T09:06:00Z', isVerified: false },
    ])
    expect(await read(orderId)).toMatchObject([
      { eventType: 'order.created', receivedAt: '2026-03-02T09:05:00.000Z', text: '{"second":2}' },
      { text: '{"first":1}' },
    ])
    expect((await fixture.audit(orderId)).map(({ action }) => action)).toEqual(['order.payloads'])
  })

  it('are cut between two characters when they are too long', async () => {
    const { id: orderId } = await fixture.build()
    await insertPayloads(orderId, [{ body: Buffer.from(`x${'é'.repeat(40_000)}`), at: '2026-03-02T09:00:00Z' }])
    const [payload] = await read(orderId)
    expect(payload?.text).toMatch(/^xé+\n… 14465 more bytes$/)
  })

  it('are at most twenty, and say which have been erased', async () => {
    const { id: orderId } = await fixture.build()
    const minutes = Array.from({ length: 22 }, (_none, minute) => String(minute).padStart(2, '0'))
    await insertPayloads(
      orderId,
      minutes.map((minute) => ({ body: null, at: `2026-03-02T09:${minute}:00Z` })),
    )
    const payloads = await read(orderId)
    expect(payloads).toHaveLength(20)
    expect(payloads[0]).toMatchObject({
      receivedAt: '2026-03-02T09:21:00.000Z',
      text: expect.stringMatching(/^Erased/),
    })
  })
})

describe('a packing slip', () => {
  const print = async (orderId: string) => (await browser()).get(`/api/orders/${orderId}/packing-slip`)

  it('shows recipient and items without prices, and is audited as a view of the order', async () => {
    const items = [{ sku: 'TEE-L', skuId: null, title: 'Tee, large', quantity: 2, unitPrice: '19.00' }]
    const order = await fixture.build({ items, externalOrderId: '1042' })
    const reply = await print(order.id)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const text of ['Ana Ruiz', '1 Main St', 'Apt 5', 'Seattle, WA, 98101', 'TEE-L', 'Tee, large', '1042']) {
      expect(reply.body).toContain(text)
    }
    expect(reply.body).toContain(order.orderNumber)
    expect(reply.body).not.toMatch(/19\.00|38\.00|ana@example\.com|206555/)
    expect((await fixture.audit(order.id)).map(({ action }) => action)).toEqual(['order.view'])
  })

  it('escapes whatever a customer has typed', async () => {
    const items = [{ sku: '<script>', skuId: null, title: '"><img src=x>' }]
    const { id } = await fixture.build({ items, customer: { firstName: '<b>', line1: '<script>alert(1)</script>' } })
    const reply = await print(id)
    expect(reply.body.match(/<(script|img|b)\b[^>]*>/g)).toEqual(['<script src="/print-button.js" defer>'])
    const policy = String(reply.headers['content-security-policy'])
    const nonce = /<style nonce="([^"]+)"/.exec(reply.body)?.[1] ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe')
  })

  it('names its sender, and the order date in the company’s time zone', async () => {
    const { companyId } = fixture
    const profile = { name: 'Harbor & Pine', address: '7 Dock Rd\nSeattle, WA 98101' }
    await server.deps.db.onPlatform((tx) => tx.update(companies).set(profile).where(eq(companies.id, companyId)))
    await changeSettings(server.deps.db, companyId, { timeZone: 'America/Los_Angeles' })
    const { id } = await fixture.build({ placedAt: new Date('2026-09-21T05:30:00Z') })
    const { body } = await print(id)
    expect(body).toContain('<strong>Harbor &amp; Pine</strong><address>7 Dock Rd<br>Seattle, WA 98101</address>')
    expect(body).toContain('<dd>September 20, 2026</dd>')
    expect(body).toContain('<button type="button" data-print>Print</button>')
  })

  it('has the company’s logo, address and color', async () => {
    const { companyId } = fixture
    await storeImage(server.deps.db, companyId)
    await changeSettings(server.deps.db, companyId, { shownAddress: '1 Pier', brandColor: '#ffd400' })
    const { id } = await fixture.build()
    const { body } = await print(id)
    expect(body).toMatch(/<img src="\/api\/images\/[-\w]{36}" alt="">/)
    expect(body).toContain('<address>1 Pier</address>')
    expect(body).toContain('header { border-bottom: 3px solid #ffd400; }')
  })

  it('is shown without an address', async () => {
    const { id } = await fixture.build({ customer: null })
    expect((await print(id)).body).toContain('No address')
  })
})

describe('packing slips of several orders', () => {
  const printAll = async (orderIds: readonly string[], role: 'ops' | 'readonly' = 'ops') =>
    (await server.as(role, fixture.companyId)).get(`/api/orders/packing-slips?orderIds=${orderIds.join(',')}`)

  it('are one page, in the sequence asked for, each on a sheet of its own with its own items', async () => {
    const line = (sku: string) => [{ sku, skuId: null }]
    const first = await fixture.build({ items: line('TEE-L'), customer: { firstName: 'Ana' } })
    const second = await fixture.build({ items: [...line('CAP'), ...line('SOCK')], customer: { firstName: 'Bo' } })
    const { statusCode, body } = await printAll([second.id, first.id])
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>2 packing slips</title>')
    expect(body).toMatch(/article \+ article \{[^}]*break-before: page/)
    const slips = body.split('<article>').slice(1)
    expect(slips).toHaveLength(2)
    for (const [slip, own, foreign] of [
      [slips[0], ['CAP', 'SOCK', 'Bo Ruiz', second.orderNumber], 'TEE-L'],
      [slips[1], ['TEE-L', 'Ana Ruiz', first.orderNumber], 'CAP'],
    ] as const) {
      for (const text of own) expect(slip).toContain(text)
      expect(slip).not.toContain(foreign)
    }
    for (const { id } of [first, second])
      expect((await fixture.audit(id)).map(({ action }) => action)).toEqual(['order.view'])
  })

  it('are refused when an order is another company’s, when there are too many, and to Read Only', async () => {
    const { id } = await fixture.build()
    const foreign = await buildOrder(server.deps, (await buildCompany(server.deps.db)).id)
    expect((await printAll([id, foreign.id])).statusCode).toBe(404)
    expect((await printAll(Array.from({ length: 201 }, () => newId()))).statusCode).toBe(422)
    expect((await printAll(['nonsense'])).statusCode).toBe(422)
    expect((await printAll([id], 'readonly')).statusCode).toBe(403)
    expect(await fixture.audit(id)).toEqual([])
  })
})
