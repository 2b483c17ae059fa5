import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { say } from '#contract/i18n.ts'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { editAddress } from '#server/features/orders/actions/edit-address.ts'
import { assertNotErased } from '#server/features/orders/order-queries.ts'
import { recordTimeline } from '#server/features/orders/timeline.ts'
import { replayDelivery } from '#server/features/channels/inbox/deliveries.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { sentAlerts, notifications } from '#server/platform/db/schema/notifications.ts'
import { orderEvents, orderItems, orders, orderCounters, orderSearch } from '#server/platform/db/schema/orders.ts'
import { reportRuns, scheduledReports } from '#server/platform/db/schema/reports.ts'
import { savedViews } from '#server/platform/db/schema/saved-views.ts'
import { lowStockSpells } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps, recordTopics } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { anOrder, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import {
  closeOrder,
  countRemaining,
  nothingRemaining,
  ingestPersonalOrder,
  createPurgeFixture,
  purgeStart,
} from '#server/testing/privacy-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { limitsAt } from './retention-limits.ts'
import { purgeCompany } from './purge-company.ts'
import { purgePersonalData } from './jobs.ts'
import { findDueOrders, lockDueOrders } from './purge-queries.ts'

const day = 24 * 3600

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const openFixture = () => createPurgeFixture(test.deps)

const rowOf = (fixture: IntakeFixture, orderId: string) =>
  fixture.ctx.transaction(async (tx) => (await tx.select().from(orders).where(eq(orders.id, orderId)))[0])

const isErased = async (fixture: IntakeFixture, orderId: string) => (await rowOf(fixture, orderId))?.erasedAt !== null

const searchableOf = (fixture: IntakeFixture) =>
  fixture.ctx.transaction(async (tx) => {
    const rows = await tx.select({ document: orderSearch.document }).from(orderSearch)
    return rows.map(({ document }) => document)
  })

const figuresOf = (fixture: IntakeFixture) =>
  fixture.ctx.transaction(async (tx) => ({
    orders: await tx
      .select({ id: orders.id, total: orders.total, status: orders.status, placedAt: orders.placedAt })
      .from(orders)
      .orderBy(orders.id),
    lines: (await tx.select().from(orderItems).orderBy(orderItems.id)).map((line) => ({ ...line, properties: null })),
    tallies: await tx.select().from(orderCounters).orderBy(orderCounters.id),
    countries: await tx.select({ country: customerAddresses.country }).from(customerAddresses),
  }))

/** Entries of timelines whose reason is kept as a sentence. */
const explainedOf = async ({ deps, companyId }: IntakeFixture) => {
  const entries = await deps.db.inCompany(companyId, (tx) => tx.select().from(orderEvents))
  return entries.filter(({ sentences }) => sentences?.reason)
}

/** Throws before the given transaction. */
const killedAt = (ctx: PlatformContext, last: number): PlatformContext => {
  let begun = 0
  return {
    ...ctx,
    transaction: async (work, companyId) => {
      begun += 1
      if (begun === last) throw new Error('killed')
      return ctx.transaction(work, companyId)
    },
  }
}

describe('the retention of customers’ data', () => {
  it('lasts 30 days; then everything that the data inventory promises is erased, and the figures stay', async () => {
    const fixture = await openFixture()
    const { deps, companyId, ctx } = fixture
    const { id } = await ingestPersonalOrder(fixture, '1')
    const explained = { description: say('Needs attention'), reason: say('{customer} moved.', { customer: 'Ana' }) }
    const entry = { orderId: id, event: 'attention.raised', ...explained, by: ctx.actor, at: purgeStart }
    await ctx.transaction((tx) => recordTimeline(tx, companyId, [entry]))
    await closeOrder(fixture, id, purgeStart)
    const [before, figures] = [await countRemaining(deps, companyId), await figuresOf(fixture)]
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
    expect(await explainedOf(fixture)).not.toEqual([])
    fixture.clock.advance(30 * day - 1)
    expect(await fixture.purge()).toEqual({})
    expect(await countRemaining(deps, companyId)).toEqual(before)
    expect(await searchableOf(fixture)).toEqual([expect.stringMatching(/Ana Ruiz.*98101/)])
    fixture.clock.advance(1)
    const topics = await recordTopics(deps, companyId, async () => {
      expect(await fixture.purge()).toMatchObject({ orders: 1, customers: 1, customer_addresses: 1, webhook_events: 1 })
    })
    expect(topics).toEqual(['notifications', 'orders'])
    expect(await countRemaining(deps, companyId)).toEqual(nothingRemaining())
    expect(await explainedOf(fixture)).toEqual([])
    expect(await figuresOf(fixture)).toEqual(figures)
    expect(await searchableOf(fixture)).toEqual([expect.not.stringMatching(/ana|ruiz|98101/i)])
    expect(await fixture.purge()).toEqual({})
  })

  it('is what the company has set', async () => {
    const fixture = await openFixture()
    const { id } = await ingestPersonalOrder(fixture, '1')
    await closeOrder(fixture, id, purgeStart)
    await changeSettings(fixture.deps.db, fixture.companyId, { retentionDays: 7 })
    fixture.clock.advance(7 * day - 1)
    await purgePersonalData(fixture.platform)
    expect(await isErased(fixture, id)).toBe(false)
    fixture.clock.advance(1)
    await purgePersonalData(fixture.platform)
    expect(await isErased(fixture, id)).toBe(true)
  })

  it('ends for a shipped order 60 days later, and for an untouched one after a year', async () => {
    const fixture = await openFixture()
    const shipped = await ingestPersonalOrder(fixture, '1')
    const abandoned = await ingestPersonalOrder(fixture, '2', { customer: { email: 'bo@example.com' } })
    await fixture.ctx.transaction(async (tx) => {
      await tx.update(orders).set({ status: 'shipped', shippedAt: purgeStart }).where(eq(orders.id, shipped.id))
      await tx.execute(sql`update orders set updated_at = ${purgeStart.toISOString()} where id = ${abandoned.id}`)
    })
    fixture.clock.advance(90 * day - 1)
    await fixture.purge()
    expect(await isErased(fixture, shipped.id)).toBe(false)
    fixture.clock.advance(1)
    await fixture.purge()
    expect([await isErased(fixture, shipped.id), await isErased(fixture, abandoned.id)]).toEqual([true, false])
    fixture.clock.advance(275 * day - 1)
    await fixture.purge()
    expect(await isErased(fixture, abandoned.id)).toBe(false)
    fixture.clock.advance(1)
    await fixture.purge()
    expect(await isErased(fixture, abandoned.id)).toBe(true)
    const anew = { line1: '9 New Rd', city: 'Boise', state: 'ID', postalCode: '83702', country: 'US' }
    const address = { recipientName: 'Bo', line2: null, ...anew }
    await expect(editAddress(fixture.ctx, { orderId: abandoned.id, ...address })).rejects.toThrow('erased')
  })

  it('continues for a customer who has ordered again, except for addresses of erased orders only', async () => {
    const fixture = await openFixture()
    const old = await ingestPersonalOrder(fixture, '1')
    const moved = { line1: '9 New Rd', city: 'Boise', state: 'ID', postalCode: '83702', country: 'US' }
    await fixture.deliver(orderEventBody('order.created', 1, anOrder('2', { shippingAddress: moved })))
    await fixture.processInbox()
    await closeOrder(fixture, old.id, purgeStart)
    fixture.clock.advance(30 * day)
    await fixture.purge()
    expect(await isErased(fixture, old.id)).toBe(true)
    const kept = await fixture.ctx.transaction(async (tx) => ({
      people: await tx.select().from(customers),
      cities: await tx.select({ city: customerAddresses.city }).from(customerAddresses).orderBy(customerAddresses.city),
    }))
    expect(kept.people).toMatchObject([{ firstName: 'Ana', erasedAt: null }])
    expect(kept.cities).toEqual([{ city: 'Boise' }, { city: null }])
    const young = (await fixture.orders()).find(({ externalOrderId }) => externalOrderId === '2')
    await closeOrder(fixture, young?.id ?? '', fixture.clock.now())
    fixture.clock.advance(30 * day)
    await fixture.purge()
    expect(await countRemaining(fixture.deps, fixture.companyId)).toEqual(nothingRemaining())
  })

  it('continues where it stopped when the job was killed between two batches', async () => {
    const fixture = await openFixture()
    const ids: string[] = []
    for (const name of ['1', '2', '3']) {
      const { id } = await ingestPersonalOrder(fixture, name, { customer: { email: `${name}@example.com` } })
      await closeOrder(fixture, id, purgeStart)
      ids.push(id)
    }
    fixture.clock.advance(30 * day)
    await expect(purgeCompany(killedAt(fixture.platform, 2), fixture.retention, 1)).rejects.toThrow('killed')
    const states = await Promise.all(ids.map((id) => isErased(fixture, id)))
    expect(states.filter(Boolean)).toHaveLength(1)
    const { rows } = await fixture.ctx.transaction((tx) =>
      tx.execute(sql`select from orders o join customers c on c.id = o.customer_id
        where (o.erased_at is null) <> (c.erased_at is null)`),
    )
    expect(rows).toEqual([])
    await purgeCompany(fixture.platform, fixture.retention, 1)
    expect(await countRemaining(fixture.deps, fixture.companyId)).toEqual(nothingRemaining())
  })

  it('leaves an order alone that is reopened while it is being searched', async () => {
    const fixture = await openFixture()
    const { id } = await ingestPersonalOrder(fixture, '1')
    const cancelled = { status: 'cancelled', cancelledAt: purgeStart } as const
    const due = { companyId: fixture.companyId, limits: limitsAt(new Date(purgeStart.getTime() + 30 * day * 1000), 30) }
    await fixture.ctx.transaction(async (tx) => {
      await tx.update(orders).set(cancelled).where(eq(orders.id, id))
      expect(await findDueOrders(tx, due, 10)).toEqual([id])
      expect(await lockDueOrders(tx, due, [id])).toEqual([id])
      await tx.update(orders).set({ status: 'placed', cancelledAt: null }).where(eq(orders.id, id))
      expect(await lockDueOrders(tx, due, [id])).toEqual([])
    })
  })

  it('waits for a note that is being written, and erases it too', async () => {
    const fixture = await openFixture()
    const { id } = await ingestPersonalOrder(fixture, '1')
    await closeOrder(fixture, id, purgeStart)
    fixture.clock.advance(30 * day)
    await fixture.ctx.transaction(async (tx) => {
      await assertNotErased(tx, fixture.companyId, id)
      await fixture.purge()
    })
    expect(await isErased(fixture, id)).toBe(false)
    await fixture.purge()
    expect(await isErased(fixture, id)).toBe(true)
  })

  it('does not block intake while nothing is due', async () => {
    const fixture = await openFixture()
    await ingestPersonalOrder(fixture, '1')
    const erased = await fixture.ctx.transaction(async (tx) => {
      await lockIntake(tx, fixture.companyId)
      return fixture.purge()
    })
    expect(erased).toEqual({})
  })

  it('ends in every company, even if another one’s purge fails', async () => {
    const [broken, whole] = [await openFixture(), await openFixture()]
    for (const fixture of [broken, whole]) {
      const { id } = await ingestPersonalOrder(fixture, '1')
      await closeOrder(fixture, id, purgeStart)
    }
    whole.clock.advance(30 * day)
    const ctx: PlatformContext = {
      ...whole.platform,
      transaction: (work, companyId) =>
        companyId === broken.companyId
          ? Promise.reject(new Error('broken'))
          : whole.platform.transaction(work, companyId),
    }
    await expect(purgePersonalData(ctx)).rejects.toThrow('broken')
    expect(await countRemaining(whole.deps, whole.companyId)).toEqual(nothingRemaining())
    expect((await countRemaining(broken.deps, broken.companyId))['orders.customer_name']).toBe(1)
  })
})

describe('data without an order', () => {
  it('is erased by age: unprocessed deliveries, search texts of views, messages to owners, report recipients', async () => {
    const fixture = await openFixture()
    const deliveryId = await fixture.deliver('not an order of ana@example.com')
    await fixture.processInbox()
    const notificationId = newId()
    const row = { companyId: fixture.companyId, id: notificationId, type: 'stock_alert', audience: 'owner' } as const
    const text = { method: 'email', recipient: 'v1.sealed', eventKey: 'low', status: 'sent' } as const
    await fixture.ctx.transaction(async (tx) => {
      await tx.insert(notifications).values({ ...row, ...text, message: 'v1.sealed', createdAt: purgeStart })
      const { companyId } = fixture
      const what = { companyId, type: 'stock_alert', subjectId: newId(), since: purgeStart, notificationId } as const
      await tx.insert(sentAlerts).values(what)
      const view = { companyId, id: newId(), userId: newId(), screen: 'orders', name: 'Ana', updatedAt: purgeStart }
      await tx.insert(savedViews).values({ ...view, filters: { search: 'Ana', status: 'placed' } })
      const [schedule] = await tx.select().from(scheduledReports)
      const days = { startDate: '2026-03-01', endDate: '2026-03-01' }
      const run = { companyId, id: newId(), scheduledReportId: schedule?.id ?? '', dueAt: purgeStart, ...days }
      await tx.insert(reportRuns).values({ ...run, status: 'sent', recipients: ['bo@example.com'] })
      const skuId = (await buildSku(test.deps.db, companyId)).id
      await tx
        .insert(lowStockSpells)
        .values({ companyId, id: newId(), skuId, beganAt: purgeStart, endedAt: purgeStart })
    })
    fixture.clock.advance(30 * day)
    expect(await fixture.purge()).toEqual({ webhook_events: 1, saved_views: 1 })
    expect(await fixture.deliveries()).toMatchObject([{ payload: '', error: expect.any(String) }])
    const views = await fixture.ctx.transaction((tx) => tx.select().from(savedViews))
    expect(views.map(({ filters }) => filters)).toEqual([{ status: 'placed' }])
    await expect(replayDelivery(fixture.ctx, { channelId: fixture.shop.id, deliveryId })).rejects.toThrow('Erased')
    fixture.clock.advance(335 * day)
    expect(await fixture.purge()).toEqual({ notifications: 1 })
    expect(await fixture.ctx.transaction((tx) => tx.select().from(sentAlerts))).toEqual([])
    fixture.clock.advance(35 * day - 1)
    expect(await fixture.purge()).toEqual({})
    fixture.clock.advance(1)
    expect(await fixture.purge()).toEqual({ report_runs: 1, low_stock_spells: 1 })
  })
})
