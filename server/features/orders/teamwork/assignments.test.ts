import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BellItem } from '#contract/bell.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { purgePersonalData } from '#server/features/privacy/jobs.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

type Bell = { unread: number; items: BellItem[] }

async function team() {
  const { id } = await buildCompany(server.deps.db)
  const [ana, bo] = [await server.as('ops', id), await server.as('admin', id)]
  return {
    id,
    ana,
    bo,
    order: (overrides: Parameters<typeof buildOrder>[2] = {}) => buildOrder(server.deps, id, overrides),
    assign: (orderIds: string[], userId: string | null) => ana.post('/api/order-assignments', { orderIds, userId }),
    list: async (query: string) => (await ana.get(`/api/orders?${query}`)).json<OrderRow[]>(),
    bellOf: async (person: typeof ana) => (await person.get('/api/bell')).json<Bell>(),
  }
}

describe('an order that is assigned', () => {
  it('names the person in its row and timeline, and the audit log has who it was before', async () => {
    const { id, ana, bo, order, assign } = await team()
    const one = await order()
    expect((await assign([one.id], bo.user.id)).json()).toEqual({ changed: 1 })
    expect((await assign([one.id], bo.user.id)).json()).toEqual({ changed: 0 })
    const detail = (await ana.get(`/api/orders/${one.id}`)).json<OrderDetail>()
    const name = `${bo.user.firstName} ${bo.user.lastName}`
    expect(detail.assignee).toEqual({ id: bo.user.id, name })
    expect(detail.timeline.at(-1)).toMatchObject({ event: 'order.assigned', description: `Assigned to ${name}.` })
    await assign([one.id], null)
    const after = (await ana.get(`/api/orders/${one.id}`)).json<OrderDetail>()
    expect([after.assignee, after.timeline.at(-1)?.description]).toEqual([null, 'No longer assigned to anyone.'])
    const entries = await server.deps.db.inCompany(id, (tx) =>
      tx
        .select({ changes: auditLog.changes })
        .from(auditLog)
        .where(and(eq(auditLog.companyId, id), eq(auditLog.action, 'order.assign'))),
    )
    expect(entries.at(-1)?.changes).toEqual({ before: { assigneeId: bo.user.id }, after: { assigneeId: null } })
  })

  it('is found under the person, under “me” and not under nobody, with totals', async () => {
    const { ana, bo, order, assign, list } = await team()
    const [mine, theirs, free, shipped] = [
      await order({ externalOrderId: 'WEB-1' }),
      await order({ externalOrderId: 'WEB-2' }),
      await order({ externalOrderId: 'WEB-3' }),
      await order({ externalOrderId: 'WEB-4', status: 'shipped' }),
    ]
    await assign([mine.id], ana.user.id)
    await assign([theirs.id], bo.user.id)
    const idsOf = async (query: string) => (await list(query)).map(({ id }) => id).toSorted()
    expect(await idsOf('assignee=me')).toEqual([mine.id])
    expect(await idsOf(`assignee=${bo.user.id}`)).toEqual([theirs.id])
    expect(await idsOf('assignee=nobody')).toEqual([free.id, shipped.id].toSorted())
    expect(await idsOf('assignee=nobody&search=web-3')).toEqual([free.id])
    expect(await idsOf('assignee=me&search=web-2')).toEqual([])
    const totalOf = async (query: string) => (await ana.get(`/api/orders?${query}`)).headers['x-total-count']
    expect(await totalOf('assignee=nobody&limit=1')).toBe('2')
    expect(await totalOf('assignee=nobody&status=placed&limit=1')).toBe('1')
    expect((await ana.get('/api/orders/export?format=csv&assignee=me')).body).not.toContain('WEB-2')
  })

  it('can’t be somebody’s who is Read Only, deactivated or of another company', async () => {
    const { id, order, assign } = await team()
    const one = await order()
    const reader = await server.as('readonly', id)
    const refused = await assign([one.id], reader.user.id)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { detail: expect.stringContaining('Read Only') }])
    expect((await assign([one.id], (await team()).bo.user.id)).statusCode).toBe(404)
    expect((await assign([(await (await team()).order()).id], null)).statusCode).toBe(404)
    expect((await reader.post('/api/order-assignments', { orderIds: [one.id], userId: null })).statusCode).toBe(403)
    const people = (await reader.get('/api/order-people')).json<{ id: string }[]>()
    expect(people.map((person) => person.id)).toContain(reader.user.id)
    expect(people).toHaveLength(3)
  })

  it('waits for nobody again once its person is deactivated by the company or by the provider', async () => {
    const { id, bo, order, assign, list } = await team()
    const staff = await server.as('admin')
    for (const leave of [
      (userId: string) => bo.patch(`/api/settings/users/${userId}`, { isActive: false }),
      (userId: string) => staff.patch(`/api/admin/users/${userId}`, { isActive: false }),
    ]) {
      const cy = await server.as('ops', id)
      const one = await order()
      await assign([one.id], cy.user.id)
      expect((await leave(cy.user.id)).statusCode).toBe(200)
      expect((await list('assignee=nobody')).map((row) => row.id)).toContain(one.id)
    }
  })
})

describe('the bell', () => {
  it('rings for whoever is given an order by a colleague, once for several orders, and not for oneself', async () => {
    const { ana, bo, order, assign, bellOf } = await team()
    const [one, two] = [await order({ externalNumber: '#W-1' }), await order()]
    await assign([one.id], bo.user.id)
    await assign([one.id, two.id], ana.user.id)
    expect((await bellOf(ana)).unread).toBe(0)
    await assign([one.id, two.id], bo.user.id)
    const { unread, items } = await bellOf(bo)
    expect(unread).toBe(2)
    expect(items).toMatchObject([
      {
        kind: 'assigned',
        order: null,
        orders: 2,
        isRead: false,
        actorName: `${ana.user.firstName} ${ana.user.lastName}`,
      },
      { kind: 'assigned', order: { orderNumber: one.orderNumber, externalNumber: '#W-1' }, orders: 1 },
    ])
  })

  it('is read item by item or at once, by its owner only', async () => {
    const { ana, bo, order, assign, bellOf } = await team()
    for (const { id } of [await order(), await order(), await order()]) await assign([id], bo.user.id)
    const [newest] = (await bellOf(bo)).items
    expect((await ana.post('/api/bell/read', { itemId: newest?.id })).json()).toEqual({ marked: 0 })
    expect((await bo.post('/api/bell/read', { itemId: newest?.id })).json()).toEqual({ marked: 1 })
    expect((await bellOf(bo)).items.map(({ isRead }) => isRead)).toEqual([true, false, false])
    expect((await bo.post('/api/bell/read', {})).json()).toEqual({ marked: 2 })
    expect((await bellOf(bo)).unread).toBe(0)
  })

  it('forgets items after 90 days', async () => {
    const { bo, order, assign, bellOf } = await team()
    await assign([(await order()).id], bo.user.id)
    const purge = () =>
      purgePersonalData(
        platformContext(server.deps, { actor: { type: 'job', name: 'privacy.purge' }, origin: noOrigin }),
      )
    const day = 24 * 3600
    clock.advance(89 * day)
    await purge()
    await bo.signInAgain()
    expect((await bellOf(bo)).items).toHaveLength(1)
    clock.advance(2 * day)
    await purge()
    await bo.signInAgain()
    expect((await bellOf(bo)).items).toEqual([])
  })
})
