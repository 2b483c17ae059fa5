import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { listAttention } from '../attention/list-attention.ts'
import { recheckStock } from '../attention/recheck-stock.ts'
import { countWaiting } from '../list/list-orders.ts'
import { readOrder } from '../read-order.ts'
import { dismissAttention, waitForStock } from './dismiss-attention.ts'
import { substituteSku } from './substitute-sku.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const person = { type: 'user', userId: newId(), role: 'ops', name: 'Olga' } as const
const as = ({ companyId }: IntakeFixture) => companyContext(test.deps, { actor: person, origin: noOrigin }, companyId)
const lines = (...items: [sku: string, quantity: number][]) => ({
  items: items.map(([sku, quantity]) => ({ sku, quantity, unitPrice: '8.00' })),
})

/** An order of two mugs, of which one is in stock. */
async function buildShortOrder(stock: Record<string, number> = {}) {
  const fixture = await createIntakeFixture(test.deps, {
    stock: { MUG: 1, 'MUG-BLUE': 5, ...stock },
    channel: { config: { autoFulfill: true } },
  })
  await fixture.deliver(orderEventBody('order.created', 1, anOrder('1', lines(['MUG', 2]))))
  await fixture.processInbox()
  const [order] = await fixture.orders()
  const { items } = await readOrder(as(fixture), { orderId: order?.id ?? '' })
  return { fixture, orderId: order?.id ?? '', orderItemId: items[0]?.id ?? '' }
}

describe('substituting a SKU', () => {
  it('moves the holds, clears the lack of stock and lets the order continue', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder()
    expect(await fixture.held()).toEqual({ MUG: 2, 'MUG-BLUE': 0 })
    const request = { orderId, orderItemId, skuId: fixture.skuId('MUG-BLUE') }
    expect(await substituteSku(as(fixture), request)).toMatchObject({ status: 'placed', needsAttention: false })
    expect(await fixture.held()).toEqual({ MUG: 0, 'MUG-BLUE': 2 })
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: expect.any(String) }])
    expect((await fixture.timelineOf(orderId)).at(-1)).toMatchObject({
      event: 'order.substituted',
      description: 'MUG-BLUE is sent instead of MUG (2 units).',
      actorName: 'Olga',
    })
    const { items } = await readOrder(as(fixture), { orderId })
    expect(items).toMatchObject([{ sku: 'MUG', ownSku: 'MUG-BLUE', held: 2 }])
    expect(await auditedChanges(test.deps.db, fixture.companyId, 'order.substitute')).toMatchObject([
      { changes: { before: { sku: 'MUG' }, after: { sku: 'MUG-BLUE' } } },
    ])
  })

  it('stays when the channel sends the order again', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder()
    await substituteSku(as(fixture), { orderId, orderItemId, skuId: fixture.skuId('MUG-BLUE') })
    await fixture.deliver(orderEventBody('order.updated', 5, anOrder('1', { ...lines(['MUG', 2]), notes: 'Thanks' })))
    await fixture.processInbox()
    expect(await fixture.held()).toEqual({ MUG: 0, 'MUG-BLUE': 2 })
  })

  it('gives the units back to the next order that waits for them', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder()
    await fixture.deliver(orderEventBody('order.created', 2, anOrder('2', lines(['MUG', 1]))))
    await fixture.processInbox()
    await substituteSku(as(fixture), { orderId, orderItemId, skuId: fixture.skuId('MUG-BLUE') })
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 1, raised: 0 })
  })

  it('changes nothing when the other SKU is short too', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder({ 'MUG-BLUE': 1 })
    const request = { orderId, orderItemId, skuId: fixture.skuId('MUG-BLUE') }
    await expect(substituteSku(as(fixture), request)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Only 1 of 2 units of MUG-BLUE are in stock.',
    })
    expect(await fixture.held()).toEqual({ MUG: 2, 'MUG-BLUE': 0 })
    expect(await fixture.open()).toMatchObject([{ code: 'not_enough_stock' }])
  })

  it('is refused for the same SKU, for an unmapped line and for a line of another order', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder()
    const skuId = fixture.skuId('MUG-BLUE')
    const attempt = (input: { orderItemId: string; skuId: string }) => substituteSku(as(fixture), { orderId, ...input })
    const same = attempt({ orderItemId, skuId: fixture.skuId('MUG') })
    await expect(same).rejects.toThrow('MUG is already being sent for this line.')
    await expect(attempt({ orderItemId: newId(), skuId })).rejects.toMatchObject({ code: 'not_found' })
    await fixture.ctx.transaction((tx) =>
      tx.update(orderItems).set({ skuId: null }).where(eq(orderItems.id, orderItemId)),
    )
    await expect(attempt({ orderItemId, skuId })).rejects.toThrow('This line has no SKU yet. Map it first.')
  })

  it('happens once when two people substitute at the same time', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder({ 'MUG-RED': 5 })
    const results = await Promise.allSettled(
      ['MUG-BLUE', 'MUG-RED'].map((sku) =>
        substituteSku(as(fixture), { orderId, orderItemId, skuId: fixture.skuId(sku) }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const held = await fixture.held()
    expect([held['MUG'], (held['MUG-BLUE'] ?? 0) + (held['MUG-RED'] ?? 0)]).toEqual([0, 2])
  })
})

describe('an order that lacks units', () => {
  it('is listed with the lines that lack them and the units that could be sent', async () => {
    const { fixture, orderId, orderItemId } = await buildShortOrder()
    const { rows } = await listAttention(as(fixture), { limit: 10 })
    const short = { orderItemId, skuId: fixture.skuId('MUG'), sku: 'MUG', quantity: 2, lacking: 1 }
    expect(rows).toMatchObject([{ code: 'not_enough_stock', shortLines: [short], coveredUnits: 1, currency: 'USD' }])
    expect((await readOrder(as(fixture), { orderId })).items).toMatchObject([{ unsent: 2, lacking: 1 }])
  })

  it('waits for stock under a filter of its own, and is released when stock arrives', async () => {
    const { fixture, orderId } = await buildShortOrder()
    const ctx = as(fixture)
    const [row] = (await listAttention(ctx, { limit: 10 })).rows
    const attentionId = row?.id ?? ''
    expect(await countWaiting(ctx)).toEqual({ waiting: 1 })
    await waitForStock(ctx, { attentionId, waits: true })
    expect(await countWaiting(ctx)).toEqual({ waiting: 0 })
    expect(await listAttention(ctx, { limit: 10 })).toMatchObject({ total: 0, rows: [] })
    expect(await listAttention(ctx, { limit: 10, state: 'waiting' })).toMatchObject({
      total: 1,
      rows: [{ id: attentionId, waitsForStockSince: expect.any(String) }],
    })
    expect(await readOrder(ctx, { orderId })).toMatchObject({ needsAttention: false, waitsForStock: true })
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: null }])
    expect((await fixture.timelineOf(orderId)).at(-1)).toMatchObject({
      description: 'Waiting for stock. The order is released automatically when stock arrives.',
    })
    await countStock(test.deps.db, fixture.companyId, fixture.skuId('MUG'), {
      available: 2,
      readAt: new Date('2026-03-02T08:00Z'),
    })
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 1, raised: 0 })
    expect(await listAttention(ctx, { limit: 10, state: 'waiting' })).toMatchObject({ total: 0 })
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: expect.any(String) }])
  })

  it('can be shown as open again, and nothing but lacking stock can wait', async () => {
    const { fixture } = await buildShortOrder()
    const ctx = as(fixture)
    const [row] = (await listAttention(ctx, { limit: 10 })).rows
    await waitForStock(ctx, { attentionId: row?.id ?? '', waits: true })
    await waitForStock(ctx, { attentionId: row?.id ?? '', waits: false })
    expect(await listAttention(ctx, { limit: 10 })).toMatchObject({ rows: [{ waitsForStockSince: null }] })
    await fixture.deliver('no order')
    await fixture.processInbox()
    const rows = (await listAttention(ctx, { limit: 10, code: 'webhook_not_understood' })).rows
    const attentionId = rows[0]?.id ?? ''
    await expect(waitForStock(ctx, { attentionId, waits: true })).rejects.toMatchObject({ code: 'conflict' })
    await dismissAttention(ctx, { attentionId, reason: 'A test' })
  })
})
