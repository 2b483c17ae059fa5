import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecentOrder } from '#contract/dashboard.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const recent = async (browser: Browser) => (await browser.get('/api/dashboard/recent-orders')).json<RecentOrder[]>()

async function seller() {
  const { id } = await buildCompany(server.deps.db)
  return { id, ops: await server.as('ops', id), reader: await server.as('readonly', id) }
}

it('recent orders are the ten newest, with channel and customer', async () => {
  const { id: companyId, ops } = await seller()
  const { id: channelId } = await buildChannel(server.deps, companyId, { name: 'My Shop' })
  for (let minute = 10; minute < 22; minute += 1) {
    const placedAt = new Date(`2026-03-02T08:${minute}:00Z`)
    await buildOrder(server.deps, companyId, { channelId, placedAt, orderNumber: `LS-${minute}` })
  }
  const guest = { channelId: null, customer: null, placedAt: new Date('2026-03-02T09:00:00Z') }
  await buildOrder(server.deps, companyId, guest)
  await buildOrder(server.deps, (await seller()).id)
  const [first, second, ...others] = await recent(ops)
  expect(first).toMatchObject({ channel: null, customer: null, hasEmail: false })
  expect(second).toMatchObject({
    orderNumber: 'LS-21',
    placedAt: '2026-03-02T08:21:00.000Z',
    channel: { type: 'website', name: 'My Shop' },
    customer: { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' },
    total: '10.00',
    status: 'placed',
    transit: null,
  })
  expect(others.map(({ orderNumber }) => orderNumber)).toEqual([20, 19, 18, 17, 16, 15, 14, 13].map((n) => `LS-${n}`))
})

it('an erased order shows no customer, even if a later order keeps their data', async () => {
  const { id: companyId, ops } = await seller()
  const erasedAt = new Date('2026-03-02T09:00:00Z')
  await buildOrder(server.deps, companyId, { status: 'delivered', orderNumber: 'LS-1', erasedAt })
  await buildOrder(server.deps, companyId, { orderNumber: 'LS-2' })
  const named = (await recent(ops)).map(({ orderNumber, customer }) => [orderNumber, customer?.email ?? null] as const)
  expect(Object.fromEntries(named)).toEqual({ 'LS-1': null, 'LS-2': 'ana@example.com' })
})

it('e-mail addresses are shown to people who work with orders, and audited once a day', async () => {
  const { id: companyId, ops, reader } = await seller()
  const order = await buildOrder(server.deps, companyId)
  await buildOrder(server.deps, companyId, { customer: { email: null } })
  const views = () =>
    server.deps.db.inCompany(companyId, (tx) =>
      tx
        .select({ userId: auditLog.userId, orderId: auditLog.resourceId })
        .from(auditLog)
        .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'order.view-recent'))),
    )
  const emails = async (browser: Browser) =>
    (await recent(browser)).map(({ customer }) => customer?.email ?? 'none').toSorted()
  expect(await emails(reader)).toEqual(['a•••@example.com', 'none'])
  expect(await views()).toEqual([])
  expect(await emails(ops)).toEqual(['ana@example.com', 'none'])
  await recent(ops)
  expect(await views()).toEqual([{ userId: ops.user.id, orderId: order.id }])
  const colleague = await server.as('ops', companyId)
  await recent(colleague)
  expect((await views()).map(({ userId }) => userId)).toEqual(expect.arrayContaining([ops.user.id, colleague.user.id]))
})
