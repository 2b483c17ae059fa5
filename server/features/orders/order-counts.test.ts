import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderStatuses } from '#contract/order-status.ts'
import { companyContext, noOrigin, platformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders, orderCounters } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { randomFrom } from '#server/testing/random.ts'
import { countWaiting } from './list/list-orders.ts'
import { compactOrderCounts, compactCountsOf, countOrders } from './order-counts.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const who = { actor: { type: 'job', name: 'test' }, origin: noOrigin } as const
const fold = () => compactOrderCounts(platformContext(test.deps, who))

async function seller() {
  const { id: companyId } = await buildCompany(test.deps.db)
  const { id: channelId } = await buildChannel(test.deps, companyId)
  return {
    companyId,
    channelId,
    inCompany: <T>(work: (tx: Tx) => Promise<T>) => test.deps.db.inCompany(companyId, work),
  }
}

const orderOf = (companyId: string, channelId: string | null, placedAt = new Date()) => {
  const id = newId()
  return { companyId, id, orderNumber: id, externalOrderId: id, channelId, placedAt }
}

async function tallies(tx: Tx, companyId: string): Promise<number[]> {
  const sums: number[] = []
  for (const status of orderStatuses) sums.push(await countOrders(tx, companyId, { status }))
  return sums
}

async function counts(tx: Tx): Promise<number[]> {
  const { rows } = await tx.execute<{ status: string; count: number }>(
    sql`select status, count(*)::int as count from orders group by status`,
  )
  return orderStatuses.map((status) => rows.find((row) => row.status === status)?.count ?? 0)
}

describe('order counts', () => {
  it('equal a real count, whatever happens to orders', async () => {
    const { companyId, channelId, inCompany } = await seller()
    const random = randomFrom(11)
    const ids: string[] = []
    const some = () => ids.filter(() => random() < 0.3)
    for (let round = 0; round < 12; round += 1) {
      await inCompany(async (tx) => {
        const added = Array.from({ length: Math.ceil(random() * 5) }, () =>
          orderOf(companyId, random() < 0.5 ? channelId : null),
        )
        await tx.insert(orders).values(added)
        ids.push(...added.map(({ id }) => id))
        const status = orderStatuses[Math.floor(random() * orderStatuses.length)] ?? 'placed'
        await tx.update(orders).set({ status }).where(inArray(orders.id, some()))
        await tx
          .update(orders)
          .set({ channelId: null })
          .where(inArray(orders.id, some().slice(0, 1)))
        await tx.delete(orders).where(inArray(orders.id, some().slice(0, 1)))
      })
      if (round % 5 === 4) await fold()
      await inCompany(async (tx) => {
        expect(await tallies(tx, companyId)).toEqual(await counts(tx))
        const ofChannel = await tx.$count(orders, eq(orders.channelId, channelId))
        expect(await countOrders(tx, companyId, { channelId })).toBe(ofChannel)
      })
    }
  })

  it('are not written to by changes of anything else', async () => {
    const { companyId, channelId, inCompany } = await seller()
    await inCompany(async (tx) => {
      await tx.insert(orders).values([orderOf(companyId, channelId), orderOf(companyId, channelId)])
      await tx.update(orders).set({ notes: 'Ring twice', status: 'placed' })
      expect(await tx.select({ change: orderCounters.change }).from(orderCounters)).toEqual([{ change: 2 }])
    })
  })

  it('go with the order when its transaction is given up', async () => {
    const { companyId, channelId, inCompany } = await seller()
    const givenUp = inCompany(async (tx) => {
      await tx.insert(orders).values(orderOf(companyId, channelId))
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await inCompany((tx) => countOrders(tx, companyId, {}))).toBe(0)
  })
})

describe('compacting the counts', () => {
  it('leaves a row for each channel and status, and none where nothing is left', async () => {
    const { companyId, channelId, inCompany } = await seller()
    for (const status of ['placed', 'placed', 'cancelled'] as const) {
      await inCompany((tx) => tx.insert(orders).values({ ...orderOf(companyId, channelId), status }))
      await inCompany((tx) => tx.insert(orders).values({ ...orderOf(companyId, null), status }))
    }
    await inCompany((tx) => tx.delete(orders).where(eq(orders.status, 'cancelled')))
    await fold()
    const rows = await inCompany((tx) => tx.select().from(orderCounters))
    const left = rows.map(({ channelId: channel, status, change }) => `${channel ?? 'none'} ${status} ${change}`)
    expect(left.toSorted()).toEqual([`${channelId} placed 2`, 'none placed 2'])
    expect(await fold()).toEqual({ folded: 0 })
  })

  it('loses nothing that is written meanwhile, and nothing when two do it at once', async () => {
    const { companyId, channelId, inCompany } = await seller()
    const add = (tx: Tx) => tx.insert(orders).values(orderOf(companyId, channelId))
    for (let count = 0; count < 3; count += 1) await inCompany(add)
    await inCompany(async (first) => {
      await add(first)
      const foldings = [1, 2].map(() => inCompany((tx) => compactCountsOf(tx, companyId)))
      const folded = await Promise.all(foldings)
      expect(new Set(folded)).toEqual(new Set([0, 3]))
    })
    const isOurs = and(eq(orderCounters.companyId, companyId), eq(orderCounters.channelId, channelId))
    const left = await inCompany((tx) => tx.select({ change: orderCounters.change }).from(orderCounters).where(isOurs))
    expect(new Set(left.map(({ change }) => change))).toEqual(new Set([1, 3]))
    expect(await inCompany((tx) => countOrders(tx, companyId, {}))).toBe(4)
  })
})

it('an order that waits for two reasons counts once, and resolved attention does not count', async () => {
  const { companyId } = await seller()
  const reasons = [
    { code: 'bad_address', reason: 'No street' },
    { code: 'totals_differ', reason: 'One cent' },
  ] as const
  await buildOrder(test.deps, companyId, { attention: [...reasons] })
  await buildOrder(test.deps, companyId, { attention: [reasons[0]] })
  await buildOrder(test.deps, companyId)
  const waiting = () => countWaiting(companyContext(test.deps, who, companyId))
  expect(await waiting()).toEqual({ waiting: 2 })
  await test.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`update attention_items set resolved_at = now(), resolution = 'Fine' where code = 'bad_address'`),
  )
  expect(await waiting()).toEqual({ waiting: 1 })
})
