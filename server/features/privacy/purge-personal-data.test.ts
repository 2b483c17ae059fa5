import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { editAddress } from '#server/features/orders/actions/edit-address.ts'
import { assertNotErased } from '#server/features/orders/order-queries.ts'
import { replayDelivery } from '#server/features/channels/inbox/deliveries.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { sentAlerts, notifications } from '#server/platform/db/schema/notifications.ts'
import { orderItems, orders, orderCounters } from '#server/platform/db/schema/orders.ts'
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

const openWorld = () => createPurgeFixture(test.deps)

const rowOf = (world: IntakeFixture, orderId: string) =>
  world.ctx.transaction(async (tx) => (await tx.select().from(orders).where(eq(orders.id, orderId)))[0])

const isErased = async (world: IntakeFixture, orderId: string) => (await rowOf(world, orderId))?.erasedAt !== null

const figuresOf = (world: IntakeFixture) =>
  world.ctx.transaction(async (tx) => ({
    orders: await tx
      .select({ id: orders.id, total: orders.total, status: orders.status, placedAt: orders.placedAt })
      .from(orders)
      .orderBy(orders.id),
    lines: await tx.select().from(orderItems).orderBy(orderItems.id),
    tallies: await tx.select().from(orderCounters).orderBy(orderCounters.id),
    countries: await tx.select({ country: customerAddresses.country }).from(customerAddresses),
  }))

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
    const world = await openWorld()
    const { id } = await ingestPersonalOrder(world, '1')
    await closeOrder(world, id, purgeStart)
    const { deps, companyId } = world
    const [before, figures] = [await countRemaining(deps, companyId), await figuresOf(world)]
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
    world.clock.advance(30 * day - 1)
    expect(await world.purge()).toEqual({})
    expect(await countRemaining(deps, companyId)).toEqual(before)
    world.clock.advance(1)
    const topics = await recordTopics(deps, companyId, async () => {
      expect(await world.purge()).toMatchObject({ orders: 1, customers: 1, customer_addresses: 1, webhook_events: 1 })
    })
    expect(topics).toEqual(['notifications', 'orders'])
    expect(await countRemaining(deps, companyId)).toEqual(nothingRemaining())
    expect(await figuresOf(world)).toEqual(figures)
    expect(await world.purge()).toEqual({})
  })

  it('is what the company has set', async () => {
    const world = await openWorld()
    const { id } = await ingestPersonalOrder(world, '1')
    await closeOrder(world, id, purgeStart)
    await changeSettings(world.deps.db, world.companyId, { retentionDays: 7 })
    world.clock.advance(7 * day - 1)
    await purgePersonalData(world.platform)
    expect(await isErased(world, id)).toBe(false)
    world.clock.advance(1)
    await purgePersonalData(world.platform)
    expect(await isErased(world, id)).toBe(true)
  })

  it('ends for a shipped order 60 days later, and for an untouched one after a year', async () => {
    const world = await openWorld()
    const shipped = await ingestPersonalOrder(world, '1')
    const forgotten = await ingestPersonalOrder(world, '2', { customer: { email: 'bo@example.com' } })
    await world.ctx.transaction(async (tx) => {
      await tx.update(orders).set({ status: 'shipped', shippedAt: purgeStart }).where(eq(orders.id, shipped.id))
      await tx.execute(sql`update orders set updated_at = ${purgeStart.toISOString()} where id = ${forgotten.id}`)
    })
    world.clock.advance(90 * day - 1)
    await world.purge()
    expect(await isErased(world, shipped.id)).toBe(false)
    world.clock.advance(1)
    await world.purge()
    expect([await isErased(world, shipped.id), await isErased(world, forgotten.id)]).toEqual([true, false])
    world.clock.advance(275 * day - 1)
    await world.purge()
    expect(await isErased(world, forgotten.id)).toBe(false)
    world.clock.advance(1)
    await world.purge()
    expect(await isErased(world, forgotten.id)).toBe(true)
    const anew = { line1: '9 New Rd', city: 'Boise', state: 'ID', postalCode: '83702', country: 'US' }
    const address = { recipientName: 'Bo', line2: null, ...anew }
    await expect(editAddress(world.ctx, { orderId: forgotten.id, ...address })).rejects.toThrow('erased')
  })

  it('continues for a customer who has ordered again, except for addresses of erased orders only', async () => {
    const world = await openWorld()
    const old = await ingestPersonalOrder(world, '1')
    const moved = { line1: '9 New Rd', city: 'Boise', state: 'ID', postalCode: '83702', country: 'US' }
    await world.deliver(orderEventBody('order.created', 1, anOrder('2', { shippingAddress: moved })))
    await world.processInbox()
    await closeOrder(world, old.id, purgeStart)
    world.clock.advance(30 * day)
    await world.purge()
    expect(await isErased(world, old.id)).toBe(true)
    const kept = await world.ctx.transaction(async (tx) => ({
      people: await tx.select().from(customers),
      cities: await tx.select({ city: customerAddresses.city }).from(customerAddresses).orderBy(customerAddresses.city),
    }))
    expect(kept.people).toMatchObject([{ firstName: 'Ana', erasedAt: null }])
    expect(kept.cities).toEqual([{ city: 'Boise' }, { city: null }])
    const young = (await world.orders()).find(({ externalOrderId }) => externalOrderId === '2')
    await closeOrder(world, young?.id ?? '', world.clock.now())
    world.clock.advance(30 * day)
    await world.purge()
    expect(await countRemaining(world.deps, world.companyId)).toEqual(nothingRemaining())
  })

  it('continues where it stopped when the job was killed between two batches', async () => {
    const world = await openWorld()
    const ids: string[] = []
    for (const name of ['1', '2', '3']) {
      const { id } = await ingestPersonalOrder(world, name, { customer: { email: `${name}@example.com` } })
      await closeOrder(world, id, purgeStart)
      ids.push(id)
    }
    world.clock.advance(30 * day)
    await expect(purgeCompany(killedAt(world.platform, 2), world.retention, 1)).rejects.toThrow('killed')
    const states = await Promise.all(ids.map((id) => isErased(world, id)))
    expect(states.filter(Boolean)).toHaveLength(1)
    const { rows } = await world.ctx.transaction((tx) =>
      tx.execute(sql`select from orders o join customers c on c.id = o.customer_id
        where (o.erased_at is null) <> (c.erased_at is null)`),
    )
    expect(rows).toEqual([])
    await purgeCompany(world.platform, world.retention, 1)
    expect(await countRemaining(world.deps, world.companyId)).toEqual(nothingRemaining())
  })

  it('leaves an order alone that is reopened while it is being searched', async () => {
    const world = await openWorld()
    const { id } = await ingestPersonalOrder(world, '1')
    const cancelled = { status: 'cancelled', cancelledAt: purgeStart } as const
    const due = { companyId: world.companyId, limits: limitsAt(new Date(purgeStart.getTime() + 30 * day * 1000), 30) }
    await world.ctx.transaction(async (tx) => {
      await tx.update(orders).set(cancelled).where(eq(orders.id, id))
      expect(await findDueOrders(tx, due, 10)).toEqual([id])
      expect(await lockDueOrders(tx, due, [id])).toEqual([id])
      await tx.update(orders).set({ status: 'placed', cancelledAt: null }).where(eq(orders.id, id))
      expect(await lockDueOrders(tx, due, [id])).toEqual([])
    })
  })

  it('waits for a note that is being written, and erases it too', async () => {
    const world = await openWorld()
    const { id } = await ingestPersonalOrder(world, '1')
    await closeOrder(world, id, purgeStart)
    world.clock.advance(30 * day)
    await world.ctx.transaction(async (tx) => {
      await assertNotErased(tx, world.companyId, id)
      await world.purge()
    })
    expect(await isErased(world, id)).toBe(false)
    await world.purge()
    expect(await isErased(world, id)).toBe(true)
  })

  it('does not block intake while nothing is due', async () => {
    const world = await openWorld()
    await ingestPersonalOrder(world, '1')
    const erased = await world.ctx.transaction(async (tx) => {
      await lockIntake(tx, world.companyId)
      return world.purge()
    })
    expect(erased).toEqual({})
  })

  it('ends in every company, even if another one’s purge fails', async () => {
    const [broken, whole] = [await openWorld(), await openWorld()]
    for (const world of [broken, whole]) {
      const { id } = await ingestPersonalOrder(world, '1')
      await closeOrder(world, id, purgeStart)
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
    const world = await openWorld()
    const deliveryId = await world.deliver('not an order of ana@example.com')
    await world.processInbox()
    const notificationId = newId()
    const row = { companyId: world.companyId, id: notificationId, type: 'stock_alert', audience: 'owner' } as const
    const text = { method: 'email', recipient: 'v1.sealed', eventKey: 'low', status: 'sent' } as const
    await world.ctx.transaction(async (tx) => {
      await tx.insert(notifications).values({ ...row, ...text, message: 'v1.sealed', createdAt: purgeStart })
      const { companyId } = world
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
    world.clock.advance(30 * day)
    expect(await world.purge()).toEqual({ webhook_events: 1, saved_views: 1 })
    expect(await world.deliveries()).toMatchObject([{ payload: '', error: expect.any(String) }])
    const views = await world.ctx.transaction((tx) => tx.select().from(savedViews))
    expect(views.map(({ filters }) => filters)).toEqual([{ status: 'placed' }])
    await expect(replayDelivery(world.ctx, { channelId: world.shop.id, deliveryId })).rejects.toThrow('Erased')
    world.clock.advance(335 * day)
    expect(await world.purge()).toEqual({ notifications: 1 })
    expect(await world.ctx.transaction((tx) => tx.select().from(sentAlerts))).toEqual([])
    world.clock.advance(35 * day - 1)
    expect(await world.purge()).toEqual({})
    world.clock.advance(1)
    expect(await world.purge()).toEqual({ report_runs: 1, low_stock_spells: 1 })
  })
})
