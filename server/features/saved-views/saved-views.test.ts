import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SavedView } from '#contract/saved-views.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { savedViews } from '#server/platform/db/schema/saved-views.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function seller() {
  const { id } = await buildCompany(server.deps.db)
  return { id, ana: await server.as('ops', id), bo: await server.as('ops', id) }
}

const save = async (browser: Browser, view: object) => browser.post('/api/saved-views', { filters: {}, ...view })
const viewsOf = async (browser: Browser) => (await browser.get('/api/saved-views')).json<SavedView[]>()
const pathOf = (view: { id: string }) => `/api/saved-views/${view.id}`

it('a view is private until it is shared, and its owner’s first', async () => {
  const { id: companyId, ana, bo } = await seller()
  const reply = await save(ana, { name: ' To ship ', filters: { status: 'placed', search: 'web', flag: 'held' } })
  expect(reply.statusCode).toBe(201)
  const made = reply.json<SavedView>()
  const filters = { status: 'placed', search: 'web', flag: 'held' }
  expect(made).toEqual({
    id: made.id,
    name: 'To ship',
    filters,
    isShared: false,
    isOwn: true,
    ownerName: 'Ana Ruiz',
  })
  expect(await viewsOf(bo)).toEqual([])
  await ana.patch(pathOf(made), { isShared: true })
  await save(bo, { name: 'zebra' })
  const reader = await server.as('readonly', companyId)
  expect(await viewsOf(reader)).toMatchObject([{ name: 'To ship', isOwn: false, ownerName: 'Ana Ruiz', filters }])
  expect((await viewsOf(bo)).map(({ name }) => name)).toEqual(['zebra', 'To ship'])
  expect(await viewsOf((await seller()).ana)).toEqual([])
})

it('a change leaves alone what it does not name', async () => {
  const { ana } = await seller()
  const made = (await save(ana, { name: 'Held', filters: { flag: 'held' }, isShared: true })).json<SavedView>()
  const renamed = (await ana.patch(pathOf(made), { name: 'On hold' })).json<SavedView>()
  expect(renamed).toEqual({ ...made, name: 'On hold' })
  const cleared = (await ana.patch(pathOf(made), { filters: {} })).json<SavedView>()
  expect(cleared).toEqual({ ...renamed, filters: {} })
  expect((await ana.patch(pathOf(made), {})).json()).toEqual(cleared)
  expect((await ana.delete(pathOf(made))).json()).toEqual({ id: made.id })
  expect(await viewsOf(ana)).toEqual([])
})

it('only its owner can change a view, though it is shared', async () => {
  const { ana, bo } = await seller()
  const made = (await save(ana, { name: 'Held', isShared: true })).json<SavedView>()
  expect((await bo.patch(pathOf(made), { name: 'Mine' })).statusCode).toBe(404)
  expect((await bo.delete(pathOf(made))).statusCode).toBe(404)
  expect(await viewsOf(ana)).toEqual([made])
})

it('a person’s view names are unique, case-insensitively', async () => {
  const { ana, bo } = await seller()
  await save(ana, { name: 'Held' })
  const other = (await save(ana, { name: 'Other' })).json<SavedView>()
  expect((await save(ana, { name: 'HELD' })).statusCode).toBe(409)
  expect((await ana.patch(pathOf(other), { name: 'held' })).json()).toMatchObject({
    detail: 'You already have a view with this name.',
  })
  expect((await ana.patch(pathOf(other), { name: 'OTHER' })).statusCode).toBe(200)
  expect((await save(bo, { name: 'Held' })).statusCode).toBe(201)
})

it('a person has at most 50 views', async () => {
  const { id: companyId, ana, bo } = await seller()
  const rows = Array.from({ length: 50 }, (_, number) => ({ id: newId(), name: `View ${number}` }))
  const view = { companyId, userId: ana.user.id, screen: 'orders', filters: {} }
  await server.deps.db.inCompany(companyId, (tx) =>
    tx.insert(savedViews).values(rows.map((row) => ({ ...view, ...row }))),
  )
  const refused = await save(ana, { name: 'One more' })
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { detail: expect.stringContaining('50') }])
  expect((await save(bo, { name: 'One more' })).statusCode).toBe(201)
})

it('a view of the provider’s staff does not name them', async () => {
  const { id: companyId, ana } = await seller()
  const view = { companyId, id: newId(), userId: newId(), screen: 'orders', name: 'Check', filters: {}, isShared: true }
  await server.deps.db.inCompany(companyId, (tx) => tx.insert(savedViews).values(view))
  expect(await viewsOf(ana)).toMatchObject([{ name: 'Check', isOwn: false, ownerName: 'The provider’s team' }])
})

it('a view can’t name another company’s channel', async () => {
  const { ana } = await seller()
  const { id: channelId } = await buildChannel(server.deps, (await seller()).id)
  expect((await save(ana, { name: 'Theirs', filters: { channelId } })).statusCode).toBe(404)
  const own = (await save(ana, { name: 'Own' })).json<SavedView>()
  expect((await ana.patch(pathOf(own), { filters: { channelId } })).statusCode).toBe(404)
})

it('the audit log records changes of views without their search texts', async () => {
  const { id: companyId, ana } = await seller()
  const made = (await save(ana, { name: 'Mine', filters: { search: 'ruiz' } })).json<SavedView>()
  await ana.patch(pathOf(made), { name: 'Ours', isShared: true })
  await ana.delete(pathOf(made))
  const entries = await server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.resourceId, made.id)))
      .orderBy(auditLog.createdAt),
  )
  expect(entries.map(({ action }) => action)).toEqual(['saved-view.create', 'saved-view.update', 'saved-view.delete'])
  expect(entries[1]?.changes).toEqual({
    before: { name: 'Mine', isShared: false },
    after: { name: 'Ours', isShared: true },
  })
  expect(JSON.stringify(entries)).not.toContain('ruiz')
})
