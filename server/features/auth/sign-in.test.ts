import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditLog, refusalCounts } from '#server/platform/db/schema/audit.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { type Identity, type IdentityProvider, IdentityRejected, signInRejections } from '#server/ports/identity.ts'
import { createTestApp, manualClock, noPorts, openSession } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'

/** The identity that the fake provider returns. */
let answer: Partial<Identity> | Error = {}
const identity: IdentityProvider = {
  beginSignIn: async () => {
    if (answer instanceof Unavailable) throw answer
    const state = crypto.randomUUID()
    return { url: `https://login.example/?state=${state}`, checks: { state, nonce: 'n', codeVerifier: 'v' } }
  },
  completeSignIn: async () => {
    if (answer instanceof Error) throw answer
    const person = {
      issuer: 'https://login.example',
      subject: 's',
      email: null,
      isEmailVerified: true,
      firstName: null,
      lastName: null,
      pictureUrl: null,
    }
    return {
      identity: { ...person, ...answer },
      idToken: 'id-token',
      authenticatedAt: null,
      providerSessionId: null,
    }
  },
  signOutUrl: async (idToken) => `https://login.example/logout?hint=${idToken}`,
  readLogoutToken: () => Promise.reject(new Rejected('There is no logout in this test')),
}

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  server = await createTestApp({ ports: { ...noPorts, identity }, clock })
})
afterAll(() => server.close())

type Cookies = Record<string, string>
const cookieHeader = (cookies: Cookies) =>
  Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')

type From = { remoteAddress?: string }

const get = (url: string, cookies: Cookies = {}, headers: object = {}, from: From = {}) =>
  server.app.http.inject({
    url,
    headers: { host: 'localhost:5000', cookie: cookieHeader(cookies), ...headers },
    ...from,
  })

const set = (reply: Awaited<ReturnType<typeof get>>): Cookies =>
  Object.fromEntries(reply.cookies.filter(({ value }) => value).map(({ name, value }) => [name, value]))

async function goThrough(person: Partial<Identity> | Error, returnTo?: string, before: Cookies = {}, from: From = {}) {
  answer = person
  const query = returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''
  const begun = await get(`/api/login${query}`, before, {}, from)
  const state = new URL(String(begun.headers.location)).searchParams.get('state')
  return get(`/api/callback?code=c&state=${state}`, { ...before, ...set(begun) }, {}, from)
}

const whoAmI = (cookies: Cookies) => get('/api/auth/user', cookies)

describe('signing in', () => {
  it('binds the account to the provider’s subject at first, then uses the subject only', async () => {
    const user = await buildUser(server.deps.db, { email: 'ana@example.com', role: 'ops' })
    const first = await goThrough({ subject: 'ana-1', email: 'ANA@example.com' }, '/dashboard?tab=1')
    expect(first.statusCode).toBe(302)
    expect(first.headers.location).toBe('/dashboard?tab=1')
    expect((await whoAmI(set(first))).json()).toMatchObject({ id: user.id, role: 'ops', companyId: user.companyId })
    const later = await goThrough({ subject: 'ana-1', email: 'ana@new-address.example' })
    expect((await whoAmI(set(later))).json()).toMatchObject({ id: user.id, email: 'ana@example.com' })
    const entries = await server.deps.db.inCompany(user.companyId ?? '', (tx) => tx.select().from(auditLog))
    expect(entries.filter(({ action, userId }) => action === 'session.start' && userId === user.id)).toHaveLength(2)
  })

  it('sets a cookie that scripts and other sites can’t use, and stores no copy of it', async () => {
    await buildUser(server.deps.db, { email: 'cookie@example.com' })
    const reply = await goThrough({ subject: 'cookie', email: 'cookie@example.com' })
    const cookie = reply.cookies.find(({ name }) => name === 'lockstep_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const rows = await server.deps.db.onPlatform((tx) => tx.select().from(sessions))
    expect(JSON.stringify(rows)).not.toContain(cookie?.value)
    expect(JSON.stringify(rows)).not.toContain('id-token')
  })

  it('brings the language that the person has chosen, in a cookie that chooses the page', async () => {
    const user = await buildUser(server.deps.db, { email: 'sprache@example.com' })
    const first = set(await goThrough({ subject: 'sprache', email: 'sprache@example.com' }))
    expect(first['lockstep_language']).toBe('en')
    const reply = await server.app.http.inject({
      method: 'PUT',
      url: '/api/auth/language',
      headers: { host: 'localhost:5000', cookie: cookieHeader(first), 'x-requested-with': 'XMLHttpRequest' },
      payload: { language: 'de' },
    })
    expect(reply.json()).toMatchObject({ id: user.id, language: 'de' })
    expect((await whoAmI(first)).json()).toMatchObject({ language: 'de' })
    const elsewhere = set(await goThrough({ subject: 'sprache' }))
    expect(elsewhere['lockstep_language']).toBe('de')
  })

  it('changes the session id and ends the former session', async () => {
    await buildUser(server.deps.db, { email: 'twice@example.com' })
    const first = set(await goThrough({ subject: 'twice', email: 'twice@example.com' }))
    const second = set(await goThrough({ subject: 'twice' }, undefined, first))
    expect(second['lockstep_session']).not.toBe(first['lockstep_session'])
    expect((await whoAmI(first)).statusCode).toBe(401)
    expect((await whoAmI(second)).statusCode).toBe(200)
  })

  it.each<[string, Partial<Identity>, RegExp]>([
    [
      'somebody without an account',
      { subject: 'x1', email: 'stranger@example.com' },
      /Accounts are created by the provider/,
    ],
    [
      'an e-mail address that looks like another’s once its letters are small',
      { subject: 'x6', email: 'MAR\u212A@example.com' },
      /no Lockstep account/,
    ],
    ['somebody without an e-mail address', { subject: 'x2' }, /no Lockstep account/],
    [
      'an unverified e-mail address',
      { subject: 'x3', email: 'known@example.com', isEmailVerified: false },
      /not verified/,
    ],
    [
      'an e-mail address that is bound to another subject',
      { subject: 'x4', email: 'bound@example.com' },
      /already linked to another sign-in/,
    ],
  ])('rejects %s with an error page and no session', async (_who, person, sentence) => {
    await buildUser(server.deps.db, { email: 'known@example.com' }).catch(() => {})
    await buildUser(server.deps.db, { email: 'mark@example.com' }).catch(() => {})
    await buildUser(server.deps.db, {
      email: 'bound@example.com',
      oidcIssuer: 'https://login.example',
      oidcSubject: 'owner',
    }).catch(() => {})
    const reply = await goThrough(person)
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.body).toContain('<h1>You can’t sign in here</h1>')
    expect(reply.body).toMatch(sentence)
    expect((await whoAmI(set(reply))).statusCode).toBe(401)
  })

  const known = { issuer: 'https://login.example', email: 'target@example.com', isEmailVerified: true }
  const noFactor = new IdentityRejected(
    { ...known, subject: 'y3', firstName: null, lastName: null, pictureUrl: null },
    'no second factor',
    { code: signInRejections.secondFactorMissing },
  )
  it.each<[string, Partial<Identity> | Error, RegExp, { isActive?: boolean }]>([
    ['with an unverified email address', { ...known, subject: 'y1', isEmailVerified: false }, /not verified/, {}],
    ['for a deactivated account', { ...known, subject: 'y2' }, /deactivated/, { isActive: false }],
    ['without the second factor', noFactor, /second factor/, {}],
  ])('records a sign-in %s with the account that it is after', async (_case, person, why, account) => {
    const user = await buildUser(server.deps.db, { email: known.email, ...account })
    expect((await goThrough(person)).statusCode).toBe(403)
    expect(await refusedSignIns(user)).toMatchObject([
      { userId: user.id, resourceId: user.id, changes: { after: { why: expect.stringMatching(why) } } },
    ])
    await server.app.http.refusals.flush()
    const counted = await server.deps.db.onPlatform((tx) =>
      tx.select().from(refusalCounts).where(eq(refusalCounts.source, user.id)),
    )
    expect(counted).toMatchObject([{ sourceType: 'person', count: 1 }])
    await server.deps.db.onPlatform((tx) => tx.delete(users).where(eq(users.id, user.id)))
  })

  it('records who was asked to sign in again when somebody else does, or the answer does not hold', async () => {
    const owner = await buildUser(server.deps.db, { role: 'ops' })
    const other = await buildUser(server.deps.db, { role: 'ops' })
    const { headers } = await openSession(server.deps, owner.id)
    const confirmAs = async (person: Partial<Identity> | Error) => {
      answer = person
      const [name = '', value = ''] = headers.cookie.split('=')
      const begun = await get('/api/login?confirm=1', { [name]: value })
      const state = new URL(String(begun.headers.location)).searchParams.get('state')
      return get(`/api/callback?code=c&state=${state}`, { [name]: value, ...set(begun) })
    }
    expect((await confirmAs({ subject: other.id, email: other.email })).statusCode).toBe(403)
    expect(await refusedSignIns(other)).toMatchObject([{ changes: { after: { sessionOf: owner.id } } }])
    expect(await refusedSignIns(owner)).toMatchObject([{ actorName: 'Sign-in', resourceId: owner.id }])
    expect((await confirmAs(new Rejected('bad nonce'))).statusCode).toBe(400)
    expect(await refusedSignIns(owner)).toMatchObject([
      {},
      { userId: owner.id, changes: { after: { why: 'bad nonce' } } },
    ])
  })

  const refusedSignIns = ({ companyId }: { companyId: string }) =>
    server.deps.db.inCompany(companyId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'session.refuse')).orderBy(auditLog.id),
    )

  it('refuses an invalid answer, one begun elsewhere and one that is too late', async () => {
    expect((await goThrough(new Rejected('bad nonce'))).statusCode).toBe(400)
    expect((await get('/api/callback?code=c&state=made-up')).statusCode).toBe(400)
    await buildUser(server.deps.db, { email: 'late@example.com' })
    answer = { subject: 'late', email: 'late@example.com' }
    const begun = await get('/api/login')
    const state = new URL(String(begun.headers.location)).searchParams.get('state')
    clock.advance(601)
    expect((await get(`/api/callback?code=c&state=${state}`, set(begun))).statusCode).toBe(400)
  })

  it('says that the provider did not ask for credentials again', async () => {
    const reply = await goThrough(new Rejected('old', { code: signInRejections.notReauthenticated }))
    expect([reply.statusCode, reply.body]).toEqual([
      403,
      expect.stringContaining('did not ask for your credentials again'),
    ])
  })

  it('says that a second factor is missing', async () => {
    const reply = await goThrough(new Rejected('acr', { code: signInRejections.secondFactorMissing }))
    expect(reply.statusCode).toBe(403)
    expect(reply.body).toContain('Your sign-in provider did not ask for a second factor.')
    expect((await whoAmI(set(reply))).statusCode).toBe(401)
  })

  it('is open to others of a network from which it was begun more than 60 times', async () => {
    await buildUser(server.deps.db, { email: 'colleague@example.com' })
    answer = {}
    const office = { remoteAddress: '203.0.113.60' }
    for (let n = 0; n < 61; n += 1) expect((await get('/api/login', {}, {}, office)).statusCode).toBe(302)
    for (let n = 0; n < 61; n += 1) {
      expect((await get('/api/callback?code=c&state=made-up', {}, {}, office)).statusCode).toBe(400)
    }
    for (let n = 0; n < 61; n += 1) {
      const reply = await goThrough({ subject: 'colleague', email: 'colleague@example.com' }, '/orders', {}, office)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '/orders'])
    }
  })

  it('asks the provider no more once 60 sign-ins of a network were refused, and says so', async () => {
    const from = { remoteAddress: '203.0.113.61' }
    const completed = vi.spyOn(identity, 'completeSignIn')
    const fail = () => goThrough(new Rejected('invalid_grant'), undefined, {}, from)
    const replies = await Promise.all(Array.from({ length: 100 }, fail))
    expect(completed.mock.calls.length).toBeLessThanOrEqual(70)
    completed.mockClear()
    expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(60)
    const refused = await fail()
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain('Too many failed sign-ins from your network.')
    expect(completed).not.toHaveBeenCalled()
    completed.mockRestore()
    expect((await goThrough(new Rejected('invalid_grant'))).statusCode).toBe(400)
  })

  it('does not count a provider that is away as a refusal', async () => {
    const from = { remoteAddress: '203.0.113.62' }
    await buildUser(server.deps.db, { email: 'patient@example.com' })
    for (let n = 0; n < 61; n += 1) {
      answer = {}
      const begun = await get('/api/login', {}, {}, from)
      const state = new URL(String(begun.headers.location)).searchParams.get('state')
      answer = new Unavailable('away')
      expect((await get(`/api/callback?code=c&state=${state}`, set(begun), {}, from)).statusCode).toBe(503)
    }
    const reply = await goThrough({ subject: 'patient', email: 'patient@example.com' }, '/', {}, from)
    expect(reply.statusCode).toBe(302)
  })

  it('shows an error page when the provider is unavailable', async () => {
    answer = new Unavailable('away')
    const reply = await get('/api/login')
    expect(reply.statusCode).toBe(503)
    expect(reply.body).toContain('try again in a minute')
    const style = /<style>([^<]+)<\/style>/.exec(reply.body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
  })

  it('starts at the public host, where the cookie will be read, and redirects there only once', async () => {
    answer = {}
    const reply = await get('/api/login?returnTo=/admin', {}, { host: '127.0.0.1:5000' })
    const { location } = reply.headers
    expect(location).toBe('http://localhost:5000/api/login?returnTo=%2Fadmin&moved=1')
    const behindProxy = await get('/api/login?returnTo=/admin&moved=1', {}, { host: '10.0.0.8:5000' })
    expect(behindProxy.headers.location).toMatch(/^https:\/\/login\.example/)
  })

  it('is not begun by a link on another website without a click here', async () => {
    answer = {}
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    for (const query of ['returnTo=/admin', 'returnTo=/admin&confirm=1']) {
      const reply = await get(`/api/login?${query}`, {}, crossSite)
      expect([reply.statusCode, reply.headers.location, reply.cookies]).toEqual([200, undefined, []])
      expect(reply.body).toContain('<a class="button" href="/api/login?returnTo=%2Fadmin">Sign in</a>')
    }
    // The redirect from 127.0.0.1 to localhost is cross-site for the browser.
    const moved = await get('/api/login?returnTo=/admin&moved=1', {}, crossSite)
    expect(moved.headers.location).toMatch(/^https:\/\/login\.example/)
  })

  it('shows an error page when the database is unavailable', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const broken = vi.spyOn(server.deps.db, 'onPlatform').mockRejectedValueOnce(away)
    const reply = await goThrough({ subject: 'x5' })
    broken.mockRestore()
    expect(reply.statusCode).toBe(503)
    expect(reply.body).toContain('Our database isn’t responding')
  })
})

describe('a session', () => {
  it('ends when its company is deactivated, and nobody of it can sign in', async () => {
    const company = await buildCompany(server.deps.db)
    await buildUser(server.deps.db, { email: 'closed@example.com', companyId: company.id })
    const cookies = set(await goThrough({ subject: 'closed', email: 'closed@example.com' }))
    await server.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ isActive: false }).where(eq(companies.id, company.id)),
    )
    expect((await whoAmI(cookies)).statusCode).toBe(401)
    expect((await goThrough({ subject: 'closed' })).statusCode).toBe(403)
  })

  it('ends here and at the provider on sign-out', async () => {
    const leaving = await buildUser(server.deps.db, { email: 'leaving@example.com' })
    const cookies = set(await goThrough({ subject: 'leaving', email: 'leaving@example.com' }))
    const reply = await get('/api/logout', cookies)
    expect(reply.headers.location).toBe('https://login.example/logout?hint=id-token')
    // Cookies stay: the browser would clear those of the whole domain.
    expect(reply.headers['clear-site-data']).toBe('"storage"')
    expect((await whoAmI(cookies)).statusCode).toBe(401)
    const entries = await server.deps.db.inCompany(leaving.companyId ?? '', (tx) => tx.select().from(auditLog))
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['session.end', 'session.start'])
  })

  it('is not ended by a link on another website', async () => {
    const browser = await server.as('ops')
    const reply = await get(
      '/api/logout',
      { lockstep_session: browser.headers.cookie.split('=')[1] ?? '' },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(reply.headers).not.toHaveProperty('clear-site-data')
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200)
  })
})
