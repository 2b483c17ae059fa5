import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRow } from '#contract/audit.ts'
import type { PersonRow } from '#contract/settings.ts'
import { resetSignInCommand } from '#server/commands/reset-sign-in.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { newId } from '#server/platform/ids.ts'
import type { IdentityProvider } from '#server/ports/identity.ts'
import { type Browser, createTestApp, manualClock, noPorts, openSession } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'

/** Who signs in at the fake provider next. */
let person = { issuer: 'https://login.example', subject: 'nobody', email: '' }
const identity: IdentityProvider = {
  ...noPorts.identity,
  beginSignIn: async () => ({ url: 'https://login.example/', checks: { state: 's', nonce: 'n', codeVerifier: 'v' } }),
  completeSignIn: async () => ({
    identity: { ...person, isEmailVerified: true, firstName: null, lastName: null, pictureUrl: null },
    idToken: 'token',
    authenticatedAt: null,
    providerSessionId: null,
  }),
}

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
/** Of a customer's company. */
let admin: Browser
let staff: Browser

beforeAll(async () => {
  server = await createTestApp({ ports: { ...noPorts, identity }, clock })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  admin = await server.as('admin', companyId)
  staff = await server.as('admin')
})
afterAll(() => server.close())

/** Signs in at the provider; returns the status of the callback: 302, or 403 with an error page. */
async function signInAs(who: { subject: string; email: string; issuer?: string }): Promise<number> {
  person = { issuer: 'https://login.example', ...who }
  const host = 'localhost:5000'
  const begun = await server.app.http.inject({ url: '/api/login', headers: { host } })
  const [cookie] = begun.cookies
  const headers = { host, cookie: `${cookie?.name}=${cookie?.value}` }
  return (await server.app.http.inject({ url: '/api/callback?code=c&state=s', headers })).statusCode
}

const accountOf = async (userId: string) =>
  server.deps.db.onPlatform(async (tx) => (await tx.select().from(users).where(eq(users.id, userId)))[0])

const actions = async () =>
  (await admin.get('/api/audit?resource=user'))
    .json<AuditRow[]>()
    .map(({ action, actorName }) => `${action} ${actorName}`)

/** The calls of a company's admin, and of provider staff, for the same steps. */
const ways = {
  'a company’s admin': { by: () => admin, at: '/api/settings/users' },
  'provider staff': { by: () => staff, at: '/api/admin/users' },
}

describe.each(Object.entries(ways))('%s', (_name, { by, at }) => {
  const change = (userId: string, body: object) => by().patch(`${at}/${userId}`, body)

  it('deactivates an account: its next request is refused, and so is its next sign-in until it is reactivated', async () => {
    const ops = await server.as('ops', companyId)
    const { email } = ops.user
    const subject = ops.user.id
    expect(await signInAs({ subject, email })).toBe(302)
    expect((await change(ops.user.id, { isActive: false })).json()).toMatchObject({ isActive: false })
    expect((await ops.get('/api/orders')).statusCode).toBe(401)
    expect(await signInAs({ subject, email })).toBe(403)
    expect((await change(ops.user.id, { isActive: true })).json()).toMatchObject({ isActive: true })
    expect((await ops.get('/api/orders')).statusCode, 'the former session stays ended').toBe(401)
    clock.advance(1)
    expect(await signInAs({ subject, email })).toBe(302)
    const name = 'Ana Ruiz'
    expect(await actions()).toEqual(
      expect.arrayContaining([`user.deactivate ${name}`, `user.reactivate ${name}`, `session.refuse ${name}`]),
    )
  })

  it('removes an account: name, email and picture are erased, the history shows its number', async () => {
    const ops = await server.as('ops', companyId)
    const { id, email } = ops.user
    await server.deps.db.onPlatform((tx) =>
      tx
        .update(users)
        .set({ firstName: 'Marigold', lastName: 'Quist', profileImageUrl: 'https://p.example/m.png' })
        .where(eq(users.id, id)),
    )
    await ops.put('/api/settings/notifications', { surprise: 1 })
    await ops.post('/api/settings/api-keys', { name: 'ERP', scopes: ['orders.read'] })
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.insert(changeSets).values({
        companyId,
        id: newId(),
        kind: 'upload',
        status: 'applied',
        userId: id,
        actorName: 'Marigold Quist',
        summary: 'x',
      } as never),
    )
    expect((await by().delete(`${at}/${id}`)).statusCode).toBe(200)
    const account = await accountOf(id)
    const number = `Account ${Number.parseInt(id.slice(-6), 16)}`
    expect(account).toMatchObject({
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      isActive: false,
      role: 'readonly',
    })
    expect(account?.email).toBe(`${id}@removed.invalid`)
    expect((await ops.get('/api/orders')).statusCode).toBe(401)
    expect(await signInAs({ subject: id, email })).toBe(403)
    const people = (await admin.get('/api/settings/users')).json<PersonRow[]>()
    expect(people.map((one) => one.id)).not.toContain(id)
    const log = (await admin.get('/api/audit')).body
    expect(log).not.toContain('Marigold')
    expect(log).toContain(number)
    expect((await admin.get('/api/audit?search=marigold')).json()).toEqual([])
    const sets = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(changeSets))
    expect(sets.map(({ actorName }) => actorName)).toEqual([number])
    expect((await change(id, { isActive: true })).statusCode, 'it is gone for good').toBe(404)
    expect(
      (
        await by().post(at, {
          email,
          firstName: 'New',
          lastName: 'One',
          role: 'ops',
          ...(at.includes('admin') ? { companyId } : {}),
        })
      ).statusCode,
    ).toBe(201)
  })

  it('resets a sign-in, so that another one with the same verified email address takes the account over', async () => {
    const ops = await server.as('ops', companyId)
    const { id, email } = ops.user
    expect(await signInAs({ subject: `old-${id}`, email })).toBe(302)
    const atNewProvider = { subject: `new-${id}`, email, issuer: 'https://new.example' }
    expect(await signInAs(atNewProvider)).toBe(403)
    clock.advance(1)
    expect((await by().post(`${at}/${id}/reset-sign-in`)).statusCode).toBe(200)
    expect((await ops.get('/api/orders')).statusCode).toBe(401)
    clock.advance(1)
    expect(await signInAs(atNewProvider)).toBe(302)
    expect(await signInAs({ subject: `old-${id}`, email })).toBe(403)
  })

  it('ends an account’s sessions', async () => {
    const ops = await server.as('ops', companyId)
    await openSession(server.deps, ops.user.id)
    expect((await by().post(`${at}/${ops.user.id}/end-sessions`)).statusCode).toBe(200)
    expect((await ops.get('/api/orders')).statusCode).toBe(401)
  })

  it('can’t deactivate, remove or demote the own account', async () => {
    const { id } = by().user
    expect((await change(id, { isActive: false })).statusCode).toBe(409)
    expect((await change(id, { role: 'ops' })).statusCode).toBe(409)
    expect((await by().delete(`${at}/${id}`)).statusCode).toBe(409)
  })

  it('asks for a recent sign-in before each of these', async () => {
    const { id } = await buildUser(server.deps.db, { companyId })
    clock.advance(16 * 60)
    const reply = await change(id, { role: 'ops' })
    expect([reply.statusCode, reply.json<{ type: string }>().type]).toEqual([403, 'urn:lockstep:sign-in-again'])
    expect((await by().delete(`${at}/${id}`)).statusCode).toBe(403)
    expect((await accountOf(id))?.role).toBe('readonly')
  })
})

describe('the admin of a customer’s company', () => {
  it('adds people to that company only, and learns nothing of accounts elsewhere', async () => {
    const input = { email: 'newcomer@example.com', firstName: 'New', lastName: 'Comer', role: 'admin' }
    const reply = await admin.post('/api/settings/users', input)
    expect([reply.statusCode, reply.json()]).toEqual([201, expect.objectContaining({ role: 'admin', isActive: true })])
    const { email } = await buildUser(server.deps.db)
    const [elsewhere, here] = [
      await admin.post('/api/settings/users', { ...input, email }),
      await admin.post('/api/settings/users', input),
    ]
    expect(elsewhere.statusCode).toBe(409)
    const { instance: _a, ...one } = elsewhere.json<Record<string, unknown>>()
    const { instance: _b, ...two } = here.json<Record<string, unknown>>()
    expect(one).toEqual(two)
    expect((await admin.post('/api/settings/users', { ...input, companyId: staff.user.companyId })).statusCode).toBe(
      422,
    )
  })

  it('can’t touch an account of another company or of the provider', async () => {
    for (const { user } of [staff, await server.as('ops')]) {
      expect((await admin.patch(`/api/settings/users/${user.id}`, { role: 'readonly' })).statusCode).toBe(404)
      expect((await admin.delete(`/api/settings/users/${user.id}`)).statusCode).toBe(404)
      expect((await admin.post(`/api/settings/users/${user.id}/end-sessions`)).statusCode).toBe(404)
    }
    expect((await staff.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('leaves one when two demote each other at once', async () => {
    const other = await server.as('admin', companyId)
    const demote = (by: Browser, whom: Browser) => by.patch(`/api/settings/users/${whom.user.id}`, { role: 'ops' })
    const replies = await Promise.all([demote(admin, other), demote(other, admin)])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]))
  })
})

it('provider staff who worked in a company are erased from its history too', async () => {
  const leaver = await server.as('admin')
  await server.deps.db.onPlatform((tx) =>
    tx.update(users).set({ firstName: 'Zelda' }).where(eq(users.id, leaver.user.id)),
  )
  await leaver.post('/api/auth/company', { companyId })
  await server.deps.db.inCompany(companyId, (tx) =>
    tx.insert(changeSets).values({
      companyId,
      id: newId(),
      kind: 'upload',
      status: 'applied',
      userId: leaver.user.id,
      actorName: 'Zelda Ruiz',
      summary: 'x',
    } as never),
  )
  const history = () => server.deps.db.inCompany(companyId, (tx) => tx.select().from(changeSets))
  expect((await leaver.delete(`/api/admin/users/${leaver.user.id}`)).statusCode).toBe(409)
  expect(JSON.stringify(await history()), 'a refused removal erases nothing').toContain('Zelda')
  expect((await admin.get('/api/audit/provider-visits')).body).toContain('Zelda')
  expect((await staff.delete(`/api/admin/users/${leaver.user.id}`)).statusCode).toBe(200)
  expect((await admin.get('/api/audit/provider-visits')).body).not.toContain('Zelda')
  expect(JSON.stringify(await history())).not.toContain('Zelda')
})

it('npm run reset-sign-in lets the last admin in after the sign-in provider was exchanged', async () => {
  const { email, id } = staff.user
  expect(await signInAs({ subject: id, email })).toBe(302)
  const atNewProvider = { subject: `new-${id}`, email, issuer: 'https://new.example' }
  expect(await signInAs(atNewProvider)).toBe(403)
  const lines: string[] = []
  await resetSignInCommand(server.database.url, [email.toUpperCase()], (line) => lines.push(line))
  expect(await signInAs(atNewProvider)).toBe(302)
  expect(lines).toEqual([expect.stringContaining(email.toUpperCase())])
  const run = (...args: string[]) => resetSignInCommand(server.database.url, args, () => {})
  await expect(run('nobody@example.com')).rejects.toThrow('No account has the email address nobody@example.com')
  await expect(run()).rejects.toThrow('Name the account')
})
