import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requeueDeliveries } from '#server/features/channels/inbox/queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'
import { processInbox } from './process-inbox.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const oneMug = { items: [{ sku: 'MUG', quantity: 1, unitPrice: '8.00' }] }

const deliverMany = (fixture: IntakeFixture, count: number) =>
  fixture.deliverAll(
    Array.from({ length: count }, (_, index) => orderEventBody('order.created', 1, anOrder(`N-${index + 1}`, oneMug))),
  )

describe('several workers', () => {
  it('ingest each order once and number them without a gap', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await deliverMany(fixture, 110)
    await Promise.all([fixture.processInbox(), fixture.processInbox(), fixture.processInbox()])
    const orders = await fixture.orders()
    expect(new Set(orders.map(({ externalOrderId }) => externalOrderId)).size).toBe(110)
    const numbers = orders.map(({ orderNumber }) => Number(orderNumber.slice('LS-'.length))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 110 }, (_, index) => 10_001 + index))
    expect(await fixture.held()).toMatchObject({ MUG: 110 })
  })

  it('hold the last unit for one of two channels that sold it at once', async () => {
    const fixture = await createIntakeFixture(test.deps, { stock: { MUG: 1 } })
    const other = await buildChannel(test.deps, fixture.companyId)
    await fixture.deliver(orderEventBody('order.created', 1, anOrder('1', oneMug)))
    await fixture.deliver(orderEventBody('order.created', 1, anOrder('1', oneMug)), { channelId: other.id })
    await Promise.all([fixture.processInbox(), fixture.processInbox()])
    expect(await fixture.orders()).toHaveLength(2)
    expect(await fixture.open()).toEqual([
      { code: 'not_enough_stock', reason: 'Not enough stock for MUG (1 ordered).' },
    ])
  })

  it('go on where one died between two batches', async () => {
    const fixture = await createIntakeFixture(test.deps)
    await deliverMany(fixture, 70)
    let begun = 0
    const dying: CompanyContext = {
      ...fixture.ctx,
      transaction: (work) => {
        begun += 1
        return begun > 1 ? Promise.reject(new Error('Connection terminated')) : fixture.ctx.transaction(work)
      },
    }
    await expect(processInbox(dying)).rejects.toThrow('Connection terminated')
    expect(await fixture.orders()).toHaveLength(50)
    expect(await fixture.processInbox()).toMatchObject({ takenIn: 20 })
    expect(await fixture.held()).toMatchObject({ MUG: 70 })
  })
})

it('49 orders are ingested beside one that PostgreSQL refuses, which waits and can be replayed', async () => {
  const fixture = await createIntakeFixture(test.deps, { stock: { MUG: 100 } })
  const refused = await fixture.deliver(orderEventBody('order.created', 1, anOrder('REFUSED', oneMug)))
  await deliverMany(fixture, 49)
  const onOrders = (change: string) =>
    withClient(test.database.url, (client) => client.query(`alter table orders ${change}`))
  await onOrders(`add constraint not_this check (external_order_id <> 'REFUSED')`)
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 49, failed: 1 })
  expect(await fixture.orders()).toHaveLength(49)
  expect(await fixture.attention()).toMatchObject([{ code: 'webhook_not_understood', webhookEventId: refused }])
  await onOrders('drop constraint not_this')
  await fixture.ctx.transaction((tx) => requeueDeliveries(tx, fixture.companyId, [refused], test.deps.clock.now()))
  expect(await fixture.processInbox()).toMatchObject({ takenIn: 1 })
  expect([(await fixture.orders()).length, await fixture.open()]).toEqual([50, []])
})

it('an order of 500 lines is ingested', async () => {
  const fixture = await createIntakeFixture(test.deps, { stock: { 'TEE-L': 400 } })
  const items = Array.from({ length: 500 }, (_, index) => ({ sku: 'TEE-L', quantity: 1, unitPrice: `${index}.50` }))
  await fixture.deliver(orderEventBody('order.created', 1, anOrder('1', { items })))
  await fixture.processInbox()
  expect((await fixture.orders())[0]?.lines).toHaveLength(500)
  expect(await fixture.held()).toEqual({ 'TEE-L': 500 })
  expect(await fixture.open()).toMatchObject([{ code: 'not_enough_stock' }])
})
