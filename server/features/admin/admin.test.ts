import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyRow, UserRow } from '#contract/admin.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { encodeCursor } from '#server/platform/paging.ts'
import { createTestApp, openSession, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let admin: Browser

beforeAll(async () => {
  server = await createTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const audited = (companyId: string, action: string) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, action))),
  )

describe('companies', () => {
  const input = { name: '  Harbor & Pine ', email: 'hi@harbor.test', phone: '', address: null }

  it('adds a company with its settings and an audit entry that masks personal data', async () => {
    const reply = await admin.post('/api/admin/companies', input)
    expect(reply.statusCode).toBe(201)
    const company = reply.json<CompanyRow>()
    expect(company).toMatchObject({ name: 'Harbor & Pine', phone: null, isActive: true })
    const [entry] = await audited(company.id, 'company.create')
    expect(entry).toMatchObject({
      actorType: 'user',
      userId: admin.user.id,
      actorName: 'Ana Ruiz',
      resourceId: company.id,
    })
    expect(entry?.changes?.after).toMatchObject({ name: 'Harbor & Pine', email: 'h•••@harbor.test' })
    expect(entry).toMatchObject({
      requestId: reply.headers['x-request-id'],
      ipAddress: '127.0.0.1',
      userAgent: expect.stringContaining('lightMyRequest'),
    })
  })

  it('names every wrong field and refuses unknown ones', async () => {
    const reply = await admin.post('/api/admin/companies', { name: ' ', email: 'nobody', isAdmin: true })
    expect(reply.statusCode).toBe(422)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    const fields = reply.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['name', 'email']))
    expect(reply.json<{ detail: string }>().detail).toContain('Company name is required')
  })

  it.each(['nul \0', 'half \ud800', 'bell \u0007'])('refuses text that cannot be stored: %j', async (bad) => {
    for (const wrong of [{ name: bad }, { phone: bad }, { address: bad }]) {
      expect((await admin.post('/api/admin/companies', { ...input, ...wrong })).statusCode).toBe(422)
    }
    const search = encodeURIComponent(bad.toWellFormed())
    const found = await admin.get(`/api/admin/companies?search=${search}`)
    expect(found.statusCode).toBeLessThan(500)
  })

  it('deactivates and activates a company, and audits both', async () => {
    const company = await buildCompany(server.deps.db)
    const path = `/api/admin/companies/${company.id}`
    expect((await admin.patch(path, { isActive: false })).json()).toMatchObject({ isActive: false })
    expect((await admin.patch(path, { isActive: false })).json()).toMatchObject({ isActive: false })
    expect((await admin.patch(path, { isActive: true })).json()).toMatchObject({ isActive: true })
    const [entry, ...more] = await audited(company.id, 'company.deactivate')
    expect(entry?.changes).toEqual({ before: { isActive: true }, after: { isActive: false } })
    expect(more).toEqual([])
  })

  it('refuses to lock the admin out of their own company', async () => {
    const reply = await admin.patch(`/api/admin/companies/${admin.user.companyId}`, { isActive: false })
    expect(reply.statusCode).toBe(409)
  })

  it('finds nothing under an unknown or impossible id', async () => {
    for (const id of ['0199a1b2-0000-7000-8000-000000000000', 'not-an-id']) {
      expect((await admin.patch(`/api/admin/companies/${id}`, { isActive: false })).statusCode).toBe(404)
    }
  })

  it('pages by key, newest first, without losing or repeating a row', async () => {
    for (let n = 0; n < 7; n++) await buildCompany(server.deps.db, { name: `Paged ${n}` })
    const seen: string[] = []
    let path = '/api/admin/companies?search=paged&limit=3'
    for (;;) {
      const reply = await admin.get(path)
      expect(reply.headers['x-total-count']).toBe('7')
      seen.push(...reply.json<CompanyRow[]>().map(({ name }) => name))
      const next = /<(.+)>; rel="next"/.exec(String(reply.headers['link'] ?? ''))?.[1]
      if (!next) break
      path = next
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Paged ${n}`))
  })

  it('treats wildcards in a search literally', async () => {
    await buildCompany(server.deps.db, { name: '100% Cotton_Shop' })
    const names = async (search: string) =>
      (await admin.get(`/api/admin/companies?search=${encodeURIComponent(search)}`))
        .json<CompanyRow[]>()
        .map((row) => row.name)
    expect(await names('100%')).toEqual(['100% Cotton_Shop'])
    expect(await names('cotton_')).toEqual(['100% Cotton_Shop'])
    expect(await names('0_0%')).toEqual([])
  })

  it.each(['rubbish', encodeCursor(['2026-99-99', newId()]), encodeCursor([2 ** 60, newId()])])(
    'refuses a cursor that is not one: %s',
    async (cursor) => expect((await admin.get(`/api/admin/companies?cursor=${cursor}`)).statusCode).toBe(422),
  )

  it('accepts a cursor of any time', async () => {
    for (const moment of [Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER]) {
      const cursor = encodeCursor([moment, newId()])
      expect((await admin.get(`/api/admin/companies?cursor=${cursor}`)).statusCode).toBe(200)
      expect((await admin.get(`/api/jobs?cursor=${cursor}`)).statusCode).toBe(200)
    }
  })
})

describe('users', () => {
  const person = (companyId: string, email: string) => ({
    email,
    firstName: 'Theo',
    lastName: 'Okafor',
    role: 'ops',
    companyId,
  })

  it('adds an account that shows its company', async () => {
    const company = await buildCompany(server.deps.db)
    const reply = await admin.post('/api/admin/users', person(company.id, 'theo@example.com'))
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ email: 'theo@example.com', company: { name: company.name }, role: 'ops' })
    expect(await audited(company.id, 'user.create')).toHaveLength(1)
  })

  it('refuses a second account with the same e-mail in other letters, and says at which field', async () => {
    const { email, companyId } = await buildUser(server.deps.db, { email: 'taken@example.com' })
    const reply = await admin.post('/api/admin/users', person(companyId ?? '', email.toUpperCase()))
    expect(reply.statusCode).toBe(409)
    expect(reply.json<{ errors: { field: string }[] }>().errors[0]?.field).toBe('email')
  })

  it('refuses an account for a deactivated or unknown company', async () => {
    const closed = await buildCompany(server.deps.db, { isActive: false })
    expect((await admin.post('/api/admin/users', person(closed.id, 'a@example.com'))).statusCode).toBe(409)
    const unknown = '0199a1b2-0000-7000-8000-000000000000'
    expect((await admin.post('/api/admin/users', person(unknown, 'b@example.com'))).statusCode).toBe(404)
  })

  it('lists people of all companies, without removed accounts', async () => {
    const staff = await buildUser(server.deps.db, { email: 'staff@provider.test' })
    const search = () => admin.get('/api/admin/users?search=staff@provider')
    expect((await search()).json<UserRow[]>()).toMatchObject([{ email: 'staff@provider.test', isActive: true }])
    expect((await admin.delete(`/api/admin/users/${staff.id}`)).statusCode).toBe(200)
    expect((await search()).json<UserRow[]>()).toEqual([])
  })

  const setRole = (userId: string, role: string, by = admin) => by.patch(`/api/admin/users/${userId}`, { role })

  it('changes an account’s role, which applies to its next request, and audits it once', async () => {
    const ops = await server.as('ops')
    const { id, companyId } = ops.user
    expect((await ops.get('/api/settings/api-keys')).statusCode).toBe(200)
    expect((await setRole(id, 'readonly')).json()).toMatchObject({ id, role: 'readonly' })
    expect((await setRole(id, 'readonly')).statusCode).toBe(200)
    expect((await ops.get('/api/settings/api-keys')).statusCode).toBe(403)
    const entries = await audited(companyId ?? '', 'user.update')
    expect(entries.map(({ changes }) => changes)).toEqual([{ before: { role: 'ops' }, after: { role: 'readonly' } }])
  })

  it('refuses to change one’s own role', async () => {
    expect((await setRole(admin.user.id, 'ops')).statusCode).toBe(409)
  })

  it('leaves one admin when two demote each other at once', async () => {
    const [one, two] = [await server.as('admin'), await server.as('admin')]
    const replies = await Promise.all([setRole(two.user.id, 'ops', one), setRole(one.user.id, 'ops', two)])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]))
    const rolesNow = await Promise.all(
      [one, two].map(async ({ get }) => (await get('/api/auth/user')).json<{ role: string }>().role),
    )
    expect(rolesNow.toSorted()).toEqual(['admin', 'ops'])
  })

  it('signs an account out everywhere', async () => {
    const ops = await server.as('ops')
    await openSession(server.deps, ops.user.id)
    expect((await admin.post(`/api/admin/users/${ops.user.id}/end-sessions`)).json()).toEqual({ ended: 2 })
    expect((await ops.get('/api/settings')).statusCode).toBe(401)
    const [entry] = await audited(ops.user.companyId ?? '', 'user.end-sessions')
    expect(entry).toMatchObject({ resourceId: ops.user.id, userId: admin.user.id, changes: { after: { ended: 2 } } })
  })
})
