import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockWaitingDeliveries } from '#server/features/channels/inbox/intake-queries.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: IntakeFixture
beforeAll(async () => {
  test = await createTestDeps()
  fixture = await createIntakeFixture(test.deps)
})
afterAll(() => test.close())

const tee = { sku: 'TEE-L', quantity: 1, unitPrice: '19.00' }
const created = (changes: object) => orderEventBody('order.created', 1, anOrder('1', changes))

const tower = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`

describe('an impossible order', () => {
  it.each([
    [
      'a negative quantity',
      created({ items: [{ ...tee, quantity: -1 }] }),
      'data.items[0].quantity must be at least 1',
    ],
    ['an unknown currency', created({ currency: 'QQQ' }), 'data.currency must be a currency such as USD'],
    [
      '100,000 items',
      created({ items: Array.from({ length: 100_000 }, () => tee) }),
      'data.items must have at most 500 items',
    ],
    ['a name with a NUL', created({ customer: { firstName: 'A\u0000na' } }), 'First name must be plain text'],
    [
      'amounts beyond measure',
      created({ items: [{ ...tee, quantity: 100_000, unitPrice: '99999999.99' }] }),
      'too high',
    ],
    ['5 MB of a name', created({ customer: { firstName: 'A'.repeat(5_000_000) } }), 'characters or fewer'],
    ['a tower of objects', created({ items: 'TOWER' }).replace('"TOWER"', tower), 'data.items must be a list'],
    ['a tower of lists', '['.repeat(100_000) + ']'.repeat(100_000), 'the body must be an object'],
    ['text that is none', Buffer.from([0xff, 0xfe, 0x00]), 'The body is not UTF-8 text'],
    ['nothing at all', '', 'The body is not JSON'],
  ])('waits for a person, whole and with its reason: %s', async (_, body, reason) => {
    const id = await fixture.deliver(body)
    expect(await fixture.processInbox()).toEqual({ takenIn: 0, ignored: 0, failed: 1 })
    const delivery = (await fixture.deliveries()).find((one) => one.id === id)
    expect(delivery).toMatchObject({ isProcessed: false, orderId: null, error: expect.stringContaining(reason) })
    const item = (await fixture.attention()).find((one) => one.webhookEventId === id)
    expect(item).toMatchObject({ code: 'webhook_not_understood', reason: delivery?.error, resolvedAt: null })
    expect(await fixture.orders()).toEqual([])
  })
})

it('a long inbox is read in batches', async () => {
  const own = await createIntakeFixture(test.deps)
  const long = created({ customer: { firstName: 'A'.repeat(2_000_000) } })
  for (let n = 0; n < 6; n += 1) await own.deliver(long)
  const portion = await own.ctx.transaction((tx) => lockWaitingDeliveries(tx, own.companyId, 50))
  expect(portion.length).toBeLessThan(6)
  expect(await own.processInbox()).toEqual({ takenIn: 0, ignored: 0, failed: 6 })
})

it('script, emoji and rare letters in a name are stored as they are', async () => {
  const own = await createIntakeFixture(test.deps)
  const name = '<script>alert("é")</script> 🧦 Ş̌'
  const items = [{ ...tee, sku: '<b>TEE</b> 🧦', title: name }]
  await own.deliver(orderEventBody('order.created', 1, anOrder('🧦-1', { customer: { firstName: name }, items })))
  await own.processInbox()
  expect(await own.orders()).toMatchObject([{ externalOrderId: '🧦-1', customerName: name }])
  expect(await own.open()).toEqual([{ code: 'unmapped_sku', reason: 'Unknown SKU: <b>TEE</b> 🧦' }])
})

it('an event time days ahead is ignored', async () => {
  const own = await createIntakeFixture(test.deps)
  const ahead = JSON.stringify({
    type: 'order.updated',
    timestamp: '2999-01-01T00:00:00Z',
    data: anOrder('1', { notes: 'From the future' }),
  })
  await own.deliver(ahead)
  await own.processInbox()
  await own.deliver(JSON.stringify({ ...JSON.parse(ahead), timestamp: '2026-03-02T10:30:00Z', data: anOrder('1') }))
  expect(await own.processInbox()).toMatchObject({ takenIn: 1 })
})
