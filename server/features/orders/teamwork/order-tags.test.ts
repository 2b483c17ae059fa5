import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderTag } from '#contract/order-tags.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildOrder, buildTag } from '#server/testing/order-fixture.ts'
import { planTags } from './tag-orders.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function seller() {
  const { id } = await buildCompany(server.deps.db)
  const ana = await server.as('ops', id)
  const tagged = (body: object) => ana.post('/api/order-tags/changes', body)
  const list = async (query = '') => (await ana.get(`/api/orders${query}`)).json<OrderRow[]>()
  return {
    id,
    ana,
    bo: await server.as('ops', id),
    tag: (name: string) => buildTag(server.deps.db, id, name),
    order: (overrides: Parameters<typeof buildOrder>[2] = {}) => buildOrder(server.deps, id, overrides),
    tagged,
    list,
    tagsOf: async (orderId: string) =>
      (await list()).find((order) => order.id === orderId)?.tags.map(({ name }) => name) ?? [],
  }
}

const auditOf = (companyId: string, resourceId: string) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select({ action: auditLog.action, changes: auditLog.changes })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.resourceId, resourceId)))
      .orderBy(asc(auditLog.id)),
  )

describe('the tags of a company', () => {
  it('are listed by name, for its own people only, with the number of their orders', async () => {
    const { id, ana, order, tagged, tag } = await seller()
    const made = await ana.post('/api/order-tags', { name: ' VIP ', color: 'teal' })
    expect([made.statusCode, made.json()]).toMatchObject([201, { name: 'VIP', color: 'teal' }])
    const gift = await tag('gift')
    await tagged({ orderIds: [(await order()).id, (await order()).id], add: [gift] })
    const reader = await server.as('readonly', id)
    expect((await reader.get('/api/order-tags')).json()).toMatchObject([{ name: 'gift' }, { name: 'VIP' }])
    expect((await reader.get('/api/order-tags/counts')).json()).toEqual([{ tagId: gift, orders: 2 }])
    expect((await reader.post('/api/order-tags', { name: 'Mine', color: 'red' })).statusCode).toBe(403)
    expect((await (await seller()).ana.get('/api/order-tags')).json()).toEqual([])
  })

  it('have names that differ by more than case, also after a rename', async () => {
    const { ana, tag } = await seller()
    const [gift, other] = [await tag('Gift'), await tag('Other')]
    const refused = await ana.post('/api/order-tags', { name: 'GIFT', color: 'red' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { detail: 'A tag with this name already exists.' },
    ])
    expect((await ana.patch(`/api/order-tags/${other}`, { name: 'gift' })).statusCode).toBe(409)
    expect((await ana.patch(`/api/order-tags/${gift}`, { name: 'GIFT' })).json()).toMatchObject({ name: 'GIFT' })
  })

  it('are at most 50, also when two people add the last one at once', async () => {
    const { ana, bo, tag } = await seller()
    for (let number = 0; number < 49; number += 1) await tag(`Tag ${number}`)
    const added = [
      ana.post('/api/order-tags', { name: 'A', color: 'red' }),
      bo.post('/api/order-tags', { name: 'B', color: 'red' }),
    ]
    const codes = (await Promise.all(added)).map(({ statusCode }) => statusCode)
    expect(codes.toSorted((one, other) => one - other)).toEqual([201, 409])
  })

  it('merge: orders and saved views get the other tag, and the audit log says so', async () => {
    const { id, ana, tag, order, tagged, tagsOf } = await seller()
    const [typo, vip] = [await tag('VPI'), await tag('VIP')]
    const [one, both] = [await order(), await order()]
    await tagged({ orderIds: [one.id, both.id], add: [typo] })
    await tagged({ orderIds: [both.id], add: [vip] })
    await ana.post('/api/saved-views', { name: 'Important', filters: { tagId: typo, status: 'placed' } })
    expect((await ana.post(`/api/order-tags/${typo}/merge`, { intoTagId: vip })).json()).toMatchObject({ name: 'VIP' })
    expect([await tagsOf(one.id), await tagsOf(both.id)]).toEqual([['VIP'], ['VIP']])
    expect((await ana.get('/api/saved-views')).json<SavedView[]>()).toMatchObject([
      { filters: { tagId: vip, status: 'placed' } },
    ])
    expect(await auditOf(id, typo)).toMatchObject([
      { action: 'order-tag.merge', changes: { before: { name: 'VPI', orders: 2 }, after: { name: 'VIP' } } },
    ])
    expect((await ana.post(`/api/order-tags/${vip}/merge`, { intoTagId: vip })).statusCode).toBe(422)
  })

  it('a deleted tag leaves its orders', async () => {
    const { id, ana, tag, order, tagged, tagsOf, list } = await seller()
    const gift = await tag('Gift')
    const one = await order()
    await tagged({ orderIds: [one.id], add: [gift] })
    expect((await ana.delete(`/api/order-tags/${gift}`)).json()).toEqual({ id: gift })
    expect(await tagsOf(one.id)).toEqual([])
    expect(await list(`?tagId=${gift}`)).toEqual([])
    expect(await auditOf(id, gift)).toMatchObject([
      { action: 'order-tag.delete', changes: { before: { name: 'Gift', orders: 1 } } },
    ])
  })
})

describe('the tags of an order', () => {
  it('are in its row, its detail and its timeline, and the audit log has both states', async () => {
    const { id, ana, tag, order, tagged } = await seller()
    const [gift, vip] = [await tag('Gift'), await tag('VIP')]
    const one = await order()
    await tagged({ orderIds: [one.id], add: [vip] })
    expect((await tagged({ orderIds: [one.id], add: [gift], remove: [vip] })).json()).toEqual({ changed: 1, full: [] })
    const detail = (await ana.get(`/api/orders/${one.id}`)).json<OrderRow & { timeline: { description: string }[] }>()
    expect(detail.tags).toEqual<OrderTag[]>([{ id: gift, name: 'Gift', color: 'gray' }])
    expect(detail.timeline.at(-1)).toMatchObject({ description: 'Tagged Gift. No longer tagged VIP.' })
    expect((await auditOf(id, one.id)).filter(({ action }) => action === 'order.tag').at(-1)).toMatchObject({
      changes: { before: { tags: ['VIP'] }, after: { tags: ['Gift'] } },
    })
    expect((await tagged({ orderIds: [one.id], add: [gift] })).json()).toEqual({ changed: 0, full: [] })
  })

  it('of two people who tag at once, both are kept', async () => {
    const { ana, bo, tag, order, tagsOf } = await seller()
    const [gift, vip] = [await tag('Gift'), await tag('VIP')]
    const one = await order()
    const change = (add: string) => ({ orderIds: [one.id], add: [add] })
    await Promise.all([
      ana.post('/api/order-tags/changes', change(gift)),
      bo.post('/api/order-tags/changes', change(vip)),
    ])
    expect(await tagsOf(one.id)).toEqual(['Gift', 'VIP'])
  })

  it('are at most 10: a full order keeps its tags, the others get the new one', async () => {
    const { tag, order, tagged, tagsOf } = await seller()
    const [full, other] = [await order(), await order()]
    const ten = await Promise.all(Array.from({ length: 10 }, (_, number) => tag(`T${number}`)))
    await tagged({ orderIds: [full.id], add: ten })
    const vip = await tag('VIP')
    const reply = await tagged({ orderIds: [full.id, other.id], add: [vip] })
    expect(reply.json()).toEqual({ changed: 1, full: [full.orderNumber] })
    expect((await tagsOf(full.id)).length).toBe(10)
    expect(await tagsOf(other.id)).toEqual(['VIP'])
    await tagged({ orderIds: [full.id], add: [vip], remove: ten.slice(0, 1) })
    expect(await tagsOf(full.id)).toContain('VIP')
  })

  it('another company’s orders and tags do not exist', async () => {
    const [own, other] = [await seller(), await seller()]
    const [tag, theirTag] = [await own.tag('Gift'), await other.tag('Gift')]
    const [order, theirOrder] = [await own.order(), await other.order()]
    expect((await own.tagged({ orderIds: [order.id, theirOrder.id], add: [tag] })).statusCode).toBe(404)
    expect((await own.tagged({ orderIds: [order.id], add: [theirTag] })).statusCode).toBe(404)
    expect(await own.tagsOf(order.id)).toEqual([])
  })

  it('filter the list, with status and words, page by page', async () => {
    const { ana, tag, order, tagged, list } = await seller()
    const gift = await tag('Gift')
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
    const [one, two, three] = [
      await order({ placedAt: at(1), externalOrderId: 'WEB-1', status: 'cancelled' }),
      await order({ placedAt: at(2), externalOrderId: 'WEB-2' }),
      await order({ placedAt: at(3), externalOrderId: 'WEB-3' }),
    ]
    await order({ placedAt: at(4), externalOrderId: 'WEB-4' })
    await tagged({ orderIds: [one.id, two.id, three.id], add: [gift] })
    const idsOf = async (query: string) => (await list(`?tagId=${gift}${query}`)).map(({ id }) => id)
    expect(await idsOf('')).toEqual([three.id, two.id, one.id])
    expect(await idsOf('&status=placed')).toEqual([three.id, two.id])
    expect(await idsOf('&search=web-2')).toEqual([two.id])
    expect(await idsOf('&search=web-4')).toEqual([])
    const first = await ana.get(`/api/orders?tagId=${gift}&search=web&limit=2`)
    expect(first.headers['x-total-count']).toBe('3')
    const cursor = /[?&]cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? ''
    expect(await idsOf(`&search=web&limit=2&cursor=${cursor}`)).toEqual([one.id])
    const file = await ana.get(`/api/orders/export?format=csv&tagId=${gift}&search=web-3`)
    expect(file.body).toContain('WEB-3')
    expect(file.body).not.toContain('WEB-2')
  })
})

it('an order that would be too full is planned to lose tags but to get none', () => {
  const order = { id: 'o', orderNumber: 'LS-1', tagIds: Array.from({ length: 10 }, (_, number) => `t${number}`) }
  expect(planTags(order, new Set(['a', 'b']), new Set(['t0']))).toMatchObject({
    added: [],
    removed: ['t0'],
    isFull: true,
  })
  expect(planTags(order, new Set(['t1']), new Set())).toMatchObject({ added: [], removed: [], isFull: false })
})
