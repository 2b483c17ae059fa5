import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { listings } from '#server/platform/db/schema/channels.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { countStock } from '#server/testing/stock.ts'
import { lockOrders } from '../order-queries.ts'
import { hasOrdersToRecheck, recheckStock } from './recheck-stock.ts'
import { dismissAttention } from '../actions/dismiss-attention.ts'
import { listAttention } from './list-attention.ts'
import { mapSku } from '../actions/map-sku.ts'
import { raiseAttention } from './attention.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const person = { type: 'user', userId: newId(), role: 'ops', name: 'Olga' } as const
const as = ({ companyId }: IntakeFixture) => companyContext(test.deps, { actor: person, origin: noOrigin }, companyId)
const lines = (...skus: string[]) => ({ items: skus.map((sku) => ({ sku, quantity: 1, unitPrice: '8.00' })) })
const isClearable = ({ ctx, companyId }: IntakeFixture) =>
  ctx.transaction((tx) => hasOrdersToRecheck(tx, companyId, test.deps.clock.now()))

async function ingestOrders(fixture: IntakeFixture, ...orders: [id: string, changes: object][]) {
  for (const [id, changes] of orders) await fixture.deliver(orderEventBody('order.created', 1, anOrder(id, changes)))
  await fixture.processInbox()
}

describe('the attention list', () => {
  it('shows open items of all channels or one, oldest first, in pages', async () => {
    const fixture = await createIntakeFixture(test.deps)
    const other = await buildChannel(test.deps, fixture.companyId)
    await ingestOrders(fixture, ['1', lines('NOBODYS', 'ALSO-NOT')])
    await fixture.deliver('no order', { channelId: other.id })
    await fixture.processInbox()
    const first = await listAttention(as(fixture), { limit: 1 })
    expect(first).toMatchObject({
      total: 2,
      rows: [
        {
          code: 'unmapped_sku',
          orderNumber: 'LS-10001',
          externalOrderId: '1',
          channelName: fixture.shop.name,
          unknownSkus: ['ALSO-NOT', 'NOBODYS'],
          remedy: expect.stringContaining('Choose the SKU this code stands for'),
        },
      ],
    })
    const second = await listAttention(as(fixture), { limit: 1, cursor: first.next ?? '' })
    expect(second).toMatchObject({
      next: null,
      rows: [{ code: 'webhook_not_understood', orderId: null, channelId: other.id }],
    })
    expect(await listAttention(as(fixture), { limit: 50, channelId: other.id })).toMatchObject({
      total: 1,
      rows: second.rows,
    })
    const { shop: foreign } = await createIntakeFixture(test.deps)
    const elsewhere = listAttention(as(fixture), { limit: 50, channelId: foreign.id })
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('dismissing attention', () => {
  it('resolves a dismissible item and records who did it and why', async () => {
    const fixture = await createIntakeFixture(test.deps, { channel: { config: { autoFulfill: true } } })
    await ingestOrders(fixture, ['1', { ...lines('MUG'), subtotal: '9.00' }])
    const [item] = await fixture.attention()
    await dismissAttention(as(fixture), { attentionId: item?.id ?? '', reason: 'The channel rounds' })
    expect(await fixture.attention()).toMatchObject([{ resolution: 'The channel rounds' }])
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: expect.any(String) }])
    expect((await fixture.timelineOf(item?.orderId ?? '')).at(-1)).toMatchObject({
      event: 'attention.dismissed',
      actorName: 'Olga',
      reason: 'The channel rounds',
    })
    const audited = await fixture.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'attention.dismiss')),
    )
    expect(audited).toHaveLength(1)
    await expect(dismissAttention(as(fixture), { attentionId: item?.id ?? '', reason: 'Again' })).rejects.toThrow(
      'already',
    )
  })

  it('sees attention that was raised meanwhile', async () => {
    const fixture = await createIntakeFixture(test.deps, { channel: { config: { autoFulfill: true } } })
    await ingestOrders(fixture, ['1', { ...lines('MUG'), subtotal: '9.00' }])
    const [item] = await fixture.attention()
    const orderId = item?.orderId ?? ''
    const dismissal = await fixture.ctx.transaction(async (tx) => {
      await lockOrders(tx, fixture.companyId, [orderId])
      const short = { orderId, code: 'not_enough_stock', reason: 'Not enough stock for MUG (1 ordered).' } as const
      await raiseAttention(tx, fixture.companyId, test.deps.clock.now(), [short])
      const under = dismissAttention(as(fixture), { attentionId: item?.id ?? '', reason: 'The channel rounds' })
      await vi.waitUntil(async () => (await countLockWaits(test.deps.db)) === 1, { interval: 5 })
      return { under }
    })
    await dismissal.under
    expect(await fixture.open()).toMatchObject([{ code: 'not_enough_stock' }])
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: null }])
  })

  it('refuses an item that can’t be dismissed and says what to do', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await ingestOrders(fixture, ['1', lines('NOBODYS')])
    const [item] = await fixture.attention()
    const dismissal = { attentionId: item?.id ?? '', reason: 'Never mind' }
    await expect(dismissAttention(as(fixture), dismissal)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Choose the SKU this code stands for'),
    })
    await expect(dismissAttention(as(fixture), { ...dismissal, attentionId: newId() })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('mapping a code to a SKU', () => {
  it('releases every waiting order of that channel, and maps the next ones', async () => {
    const fixture = await createIntakeFixture(test.deps, {
      stock: { MUG: 2 },
      channel: { config: { autoFulfill: true } },
    })
    const other = await buildChannel(test.deps, fixture.companyId)
    await ingestOrders(fixture, ['1', lines('cup')], ['2', lines('cup', 'hat')], ['3', lines('cup')])
    await fixture.deliver(orderEventBody('order.created', 1, anOrder('4', lines('cup'))), { channelId: other.id })
    await fixture.processInbox()
    const mapping = { channelId: fixture.shop.id, code: 'cup', skuId: fixture.skuId('MUG') }
    const target = { skuId: fixture.skuId('MUG'), sku: 'MUG' }
    expect(await mapSku(as(fixture), mapping)).toEqual({ ...target, lines: 3, orders: 3 })
    expect(await fixture.held()).toEqual({ MUG: 3 })
    expect((await fixture.open()).map(({ reason }) => reason).sort()).toEqual([
      'Not enough stock for cup (1 ordered).',
      'Unknown SKU: cup',
      'Unknown SKU: cup, hat',
    ])
    const goOn = (await fixture.orders()).filter(({ fulfillAfter }) => fulfillAfter)
    expect(goOn).toHaveLength(1)
    await ingestOrders(fixture, ['5', lines('cup')])
    expect(await fixture.held()).toEqual({ MUG: 4 })
    expect(await mapSku(as(fixture), mapping)).toEqual({ ...target, lines: 0, orders: 0 })
  })

  it('holds units for the remainder of a partly sent order and none for an ended one', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await ingestOrders(fixture, ['1', lines('MUG', 'cup')], ['2', lines('MUG', 'cup')])
    const setOrder = (externalOrderId: string, changes: Partial<typeof orders.$inferInsert>) =>
      fixture.ctx.transaction((tx) => tx.update(orders).set(changes).where(eq(orders.externalOrderId, externalOrderId)))
    await setOrder('1', { status: 'shipped', partialReason: 'One unit is left to send.' })
    await setOrder('2', { status: 'shipped' })
    await mapSku(as(fixture), { channelId: fixture.shop.id, code: 'cup', skuId: fixture.skuId('TEE-L') })
    expect(await fixture.held()).toEqual({ MUG: 2, 'TEE-L': 1 })
  })

  it('keeps the external id that the listing already has', async () => {
    const fixture = await createIntakeFixture(test.deps)
    const listing = {
      companyId: fixture.companyId,
      channelId: fixture.shop.id,
      skuId: fixture.skuId('MUG'),
      externalId: '77',
    }
    await fixture.ctx.transaction((tx) => tx.insert(listings).values(listing))
    await ingestOrders(fixture, ['1', lines('cup')])
    const mapping = { channelId: fixture.shop.id, code: 'cup', skuId: fixture.skuId('MUG') }
    expect(await mapSku(as(fixture), mapping)).toMatchObject({ sku: 'MUG', lines: 1, orders: 1 })
    expect(await fixture.ctx.transaction((tx) => tx.select().from(listings))).toMatchObject([{ externalId: '77' }])
  })

  it('refuses a code that is mapped to another SKU, and SKUs of other companies', async () => {
    const fixture = await createIntakeFixture(test.deps)
    const foreign = await createIntakeFixture(test.deps)
    const mapping = { channelId: fixture.shop.id, code: 'cup', skuId: fixture.skuId('MUG') }
    await mapSku(as(fixture), mapping)
    const { id: hat } = await buildSku(test.deps.db, fixture.companyId, { sku: 'HAT' })
    await expect(mapSku(as(fixture), { ...mapping, skuId: hat })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is already mapped to MUG'),
    })
    await expect(mapSku(as(fixture), { ...mapping, skuId: foreign.skuId('MUG') })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(mapSku(as(fixture), { ...mapping, channelId: foreign.shop.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('orders without enough stock', () => {
  it('are released once units arrive, oldest first and no more than there are', async () => {
    const fixture = await createIntakeFixture(test.deps, {
      stock: { MUG: 1 },
      channel: { config: { autoFulfill: true } },
    })
    await ingestOrders(fixture, ['1', lines('MUG')], ['2', lines('MUG')], ['3', lines('MUG')])
    expect(await isClearable(fixture)).toBe(false)
    await countStock(test.deps.db, fixture.companyId, fixture.skuId('MUG'), {
      available: 2,
      readAt: new Date('2026-03-02T08:00Z'),
    })
    expect(await isClearable(fixture)).toBe(true)
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 1, raised: 0 })
    expect(await isClearable(fixture)).toBe(false)
    expect((await fixture.orders()).map(({ fulfillAfter }) => fulfillAfter !== null)).toEqual([true, true, false])
    expect(await fixture.open()).toMatchObject([{ code: 'not_enough_stock' }])
  })

  it('are released when an earlier order is cancelled', async () => {
    const fixture = await createIntakeFixture(test.deps, { stock: { MUG: 1 } })
    await ingestOrders(fixture, ['1', lines('MUG')], ['2', lines('MUG')])
    await fixture.deliver(orderEventBody('order.cancelled', 2, { externalOrderId: '1' }))
    await fixture.processInbox()
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 1, raised: 0 })
    expect(await fixture.open()).toEqual([])
  })
})

describe('open orders that were covered', () => {
  const autoFulfilled = { stock: { MUG: 3 }, channel: { config: { autoFulfill: true } } }
  const recount = (fixture: IntakeFixture, available: number, minute = 0) =>
    countStock(test.deps.db, fixture.companyId, fixture.skuId('MUG'), {
      available,
      readAt: new Date(Date.UTC(2026, 2, 2, 8, minute)),
    })
  const isScheduled = async (fixture: IntakeFixture) =>
    (await fixture.orders()).map(({ fulfillAfter }) => fulfillAfter !== null)

  it('need attention again once a count has fewer units, newest first', async () => {
    const fixture = await createIntakeFixture(test.deps, autoFulfilled)
    await ingestOrders(fixture, ['1', lines('MUG')], ['2', lines('MUG')], ['3', lines('MUG')])
    expect(await isClearable(fixture)).toBe(false)
    await recount(fixture, 1)
    expect(await isClearable(fixture)).toBe(true)
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 0, raised: 2 })
    expect(await isScheduled(fixture)).toEqual([true, false, false])
    const [, second] = await fixture.orders()
    expect((await fixture.timelineOf(second?.id ?? '')).at(-1)).toMatchObject({
      event: 'attention.raised',
      description: 'Needs attention',
      reason: 'Not enough stock for MUG (1 ordered).',
    })
    expect(await isClearable(fixture)).toBe(false)
    await recount(fixture, 3, 5)
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 2, raised: 0 })
    expect(await isScheduled(fixture)).toEqual([true, true, true])
  })

  it('need attention when the safety buffer takes their units', async () => {
    const fixture = await createIntakeFixture(test.deps, autoFulfilled)
    await ingestOrders(fixture, ['1', lines('MUG')])
    await fixture.ctx.transaction((tx) =>
      tx
        .update(skus)
        .set({ safetyBuffer: 3 })
        .where(eq(skus.id, fixture.skuId('MUG'))),
    )
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 0, raised: 1 })
  })

  it('stay as they are once they were sent or have ended', async () => {
    const fixture = await createIntakeFixture(test.deps, autoFulfilled)
    await ingestOrders(fixture, ['1', lines('MUG')], ['2', lines('MUG')])
    const [sent, ended] = await fixture.orders()
    const attempt = { companyId: fixture.companyId, id: newId(), orderId: sent?.id ?? '', status: 'pending' } as const
    await fixture.ctx.transaction(async (tx) => {
      await tx.insert(fulfillments).values(attempt)
      await tx
        .update(orders)
        .set({ status: 'shipped' })
        .where(eq(orders.id, ended?.id ?? ''))
    })
    await recount(fixture, 0)
    expect(await isClearable(fixture)).toBe(false)
    expect(await recheckStock(fixture.ctx)).toEqual({ cleared: 0, raised: 0 })
  })

  it('are marked once by two checks at the same time', async () => {
    const fixture = await createIntakeFixture(test.deps, autoFulfilled)
    await ingestOrders(fixture, ['1', lines('MUG')], ['2', lines('MUG')], ['3', lines('MUG')])
    await recount(fixture, 0)
    const counts = await Promise.all([recheckStock(fixture.ctx), recheckStock(fixture.ctx)])
    expect(counts.reduce((sum, { raised }) => sum + raised, 0)).toBe(3)
    expect(await fixture.open()).toHaveLength(3)
    const [first] = await fixture.orders()
    const raised = (await fixture.timelineOf(first?.id ?? '')).filter(({ event }) => event === 'attention.raised')
    expect(raised).toHaveLength(1)
  })
})
