import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { setSessionCompany } from './queries.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('working in another company', () => {
  it('moves provider staff there, under their own name', async () => {
    const admin = await server.as('admin')
    const other = await buildCompany(server.deps.db, { name: 'Elsewhere' })
    const reply = await admin.post('/api/auth/company', { companyId: other.id })
    expect(reply.json()).toMatchObject({ companyId: other.id, companyName: 'Elsewhere' })
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ companyId: other.id, companyName: 'Elsewhere' })
    const [entry] = await server.deps.db.inCompany(other.id, (tx) => tx.select().from(auditLog))
    expect(entry).toMatchObject({ action: 'session.switch-company', userId: admin.user.id })
  })

  it('ends with the role of an admin', async () => {
    const admin = await server.as('admin')
    const other = await buildCompany(server.deps.db)
    await admin.post('/api/auth/company', { companyId: other.id })
    await server.deps.db.onPlatform((tx) => tx.update(users).set({ role: 'ops' }).where(eq(users.id, admin.user.id)))
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ role: 'ops', companyId: admin.user.companyId })
    expect((await admin.post('/api/auth/company', { companyId: other.id })).statusCode).toBe(403)
  })

  it('fails for an unknown id and stays where it was', async () => {
    const admin = await server.as('admin')
    const reply = await admin.post('/api/auth/company', { companyId: '0199a1b2-0000-7000-8000-000000000000' })
    expect(reply.statusCode).toBe(404)
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ companyId: admin.user.companyId })
  })

  it('is not for the admin of a customer’s company, also with a session that names another company', async () => {
    const own = await buildCompany(server.deps.db)
    const other = await buildCompany(server.deps.db)
    const admin = await server.as('admin', own.id)
    expect((await admin.post('/api/auth/company', { companyId: other.id })).statusCode).toBe(404)
    await server.deps.db.onPlatform((tx) => setSessionCompany(tx, admin.sid, other.id))
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ companyId: own.id, isProviderStaff: false })
  })

  it('is shown to the company’s admin as a visit of the provider', async () => {
    const own = await buildCompany(server.deps.db)
    const visitor = await server.as('admin')
    const admin = await server.as('admin', own.id)
    expect((await admin.get('/api/audit/provider-visits')).json()).toEqual([])
    await visitor.post('/api/auth/company', { companyId: own.id })
    const reply = await admin.get('/api/audit/provider-visits')
    expect(reply.json()).toMatchObject([{ name: 'Ana Ruiz', ipAddress: '127.0.0.1' }])
    expect(reply.headers['x-total-count']).toBe('1')
  })
})
