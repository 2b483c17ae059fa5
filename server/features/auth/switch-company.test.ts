import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('working in another company', () => {
  it('moves an admin there, under their own name', async () => {
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

  it('is required before an admin without a company sees any company’s data', async () => {
    const admin = await server.as('admin', null)
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ companyId: null })
    expect((await admin.get('/api/jobs/status')).statusCode).toBe(409)
  })
})
