import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionRow } from '#contract/auth.ts'
import { type Problem, problemTypes } from '#contract/errors.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { CompletedSignIn, IdentityProvider, ProviderLogout } from '#server/ports/identity.ts'
import { createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'

const clock = manualClock()
const issuer = 'https://login.example'

/** Who signs in at the fake provider next, and what a logout token says. */
let completed: Partial<CompletedSignIn> & { subject: string; email: string }
let logout: Partial<ProviderLogout> | Error = {}
let begun: { maxAgeSeconds?: number } | undefined

const identity: IdentityProvider = {
  ...noPorts.identity,
  beginSignIn: async (options) => {
    begun = options
    const state = crypto.randomUUID()
    return { url: `${issuer}/?state=${state}`, checks: { state, nonce: 'n', codeVerifier: 'v' } }
  },
  completeSignIn: async () => {
    const { subject, email, ...rest } = completed
    const names = { firstName: null, lastName: null, pictureUrl: null }
    const person = { issuer, subject, email, isEmailVerified: true, ...names }
    return { identity: person, idToken: 'token', authenticatedAt: clock.now(), providerSessionId: null, ...rest }
  },
  readLogoutToken: async () => {
    if (logout instanceof Error) throw logout
    const now = clock.now()
    const nobody = { subject: null, providerSessionId: null }
    return { issuer, issuedAt: now, ...nobody, ...logout }
  },
}

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ ports: { ...noPorts, identity }, clock })
})
afterAll(() => server.close())

const host = 'localhost:5000'
type Headers = Record<string, string>

/** Goes through the sign-in of the fake provider in one browser. */
async function goThrough(
  who: typeof completed,
  { query = '', headers = {} }: { query?: string; headers?: Headers } = {},
) {
  completed = who
  const first = await server.app.http.inject({ url: `/api/login${query}`, headers: { host, ...headers } })
  const state = new URL(String(first.headers.location)).searchParams.get('state')
  const cookie = [headers['cookie'], ...first.cookies.map(({ name, value }) => `${name}=${value}`)]
    .filter(Boolean)
    .join('; ')
  const reply = await server.app.http.inject({
    url: `/api/callback?code=c&state=${state}`,
    headers: { host, ...headers, cookie },
  })
  const session = reply.cookies.find(({ name, value }) => name === 'lockstep_session' && value)
  const own = { cookie: `lockstep_session=${session?.value}`, 'x-requested-with': 'XMLHttpRequest', host }
  return { reply, headers: own }
}

async function person(email: string) {
  const user = await buildUser(server.deps.db, { email, role: 'ops' })
  const subject = user.id
  const open = (more: Partial<CompletedSignIn> = {}, headers: Headers = {}) =>
    goThrough({ subject, email, ...more }, { headers })
  return { ...user, subject, open }
}

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Headers) =>
  server.app.http.inject({ method, url, headers })
const isSignedIn = async (headers: Headers) => (await send('GET', '/api/auth/user', headers)).statusCode === 200

describe('one’s own sessions', () => {
  it('are listed with browser, address, last use and end, and can be ended one by one', async () => {
    const ana = await person('list@example.com')
    const phone = await ana.open({}, { 'user-agent': 'Phone' })
    clock.advance(3600)
    const desk = await ana.open({}, { 'user-agent': 'Desk' })
    const rows = (await send('GET', '/api/auth/sessions', desk.headers)).json<SessionRow[]>()
    expect(rows.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['Desk', true],
      ['Phone', false],
    ])
    expect(rows[1]).toMatchObject({
      ipAddress: '127.0.0.1',
      startedAt: '2026-03-02T10:00:00.000Z',
      lastUsedAt: '2026-03-02T10:00:00.000Z',
      endsAt: '2026-03-02T22:00:00.000Z',
    })
    expect((await send('DELETE', `/api/auth/sessions/${rows[1]?.id}`, desk.headers)).statusCode).toBe(200)
    expect([await isSignedIn(phone.headers), await isSignedIn(desk.headers)]).toEqual([false, true])
    expect((await send('DELETE', `/api/auth/sessions/${rows[1]?.id}`, desk.headers)).statusCode).toBe(404)
  })

  it('are not another person’s to end', async () => {
    const [one, two] = [await person('one@example.com'), await person('two@example.com')]
    const [hers, his] = [await one.open(), await two.open()]
    const [row] = (await send('GET', '/api/auth/sessions', hers.headers)).json<SessionRow[]>()
    expect((await send('DELETE', `/api/auth/sessions/${row?.id}`, his.headers)).statusCode).toBe(404)
    expect(await isSignedIn(hers.headers)).toBe(true)
  })

  it('end all but this one', async () => {
    const ana = await person('others@example.com')
    const [first, second, third] = [await ana.open(), await ana.open(), await ana.open()]
    expect((await send('POST', '/api/auth/sessions/end-others', second.headers)).json()).toEqual({ ended: 2 })
    expect(await Promise.all([first, second, third].map(({ headers }) => isSignedIn(headers)))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('are ended only with a recent sign-in, so that a stolen session does not lock its owner out', async () => {
    const ana = await person('stolen@example.com')
    const [hers, stolen] = [await ana.open(), await ana.open()]
    clock.advance(15 * 60 + 1)
    const rows = (await send('GET', '/api/auth/sessions', stolen.headers)).json<SessionRow[]>()
    const other = rows.find(({ isCurrent }) => !isCurrent)
    for (const reply of [
      await send('DELETE', `/api/auth/sessions/${other?.id}`, stolen.headers),
      await send('POST', '/api/auth/sessions/end-others', stolen.headers),
    ]) {
      expect([reply.statusCode, reply.json<Problem>().type]).toEqual([403, problemTypes.signInAgain])
    }
    expect(await isSignedIn(hers.headers)).toBe(true)
  })
})

describe('signing in again for a dangerous step', () => {
  const reveal = (headers: Headers) => send('POST', '/api/settings/signing-secret/reveal', headers)

  it('is asked for 15 minutes after the person gave their credentials, which may be before the session began', async () => {
    const ana = await person('old@example.com')
    const fresh = await ana.open()
    expect((await reveal(fresh.headers)).statusCode).toBe(200)
    const early = new Date(clock.now().getTime() - 16 * 60_000)
    const bySingleSignOn = await ana.open({ authenticatedAt: early })
    expect((await reveal(bySingleSignOn.headers)).json()).toMatchObject({
      status: 403,
      type: 'urn:lockstep:sign-in-again',
    })
    const withoutTime = await ana.open({ authenticatedAt: null })
    expect((await reveal(withoutTime.headers)).statusCode).toBe(403)
  })

  it('demands credentials of the provider and makes the step possible', async () => {
    const ana = await person('again@example.com')
    const { headers } = await ana.open({ authenticatedAt: null })
    const again = await goThrough(
      { subject: ana.subject, email: ana.email },
      { query: '?confirm=1&returnTo=/settings', headers },
    )
    expect(begun).toEqual({ maxAgeSeconds: 300 })
    expect(again.reply.headers.location).toBe('/settings')
    expect((await reveal(again.headers)).statusCode).toBe(200)
    expect(await isSignedIn(headers), 'the former session ends').toBe(false)
  })

  it('keeps provider staff in the company in which they were asked', async () => {
    const staff = await server.as('admin')
    const other = await buildCompany(server.deps.db)
    await staff.post('/api/auth/company', { companyId: other.id })
    const { id, email } = staff.user
    const again = await goThrough({ subject: id, email }, { query: '?confirm=1', headers: staff.headers })
    expect((await send('GET', '/api/auth/user', again.headers)).json()).toMatchObject({ companyId: other.id })
    const anew = await goThrough({ subject: id, email }, { headers: again.headers })
    expect((await send('GET', '/api/auth/user', anew.headers)).json()).toMatchObject({
      companyId: staff.user.companyId,
    })
  })

  it('is still asked for after the redirect to the public host', async () => {
    const { headers } = await server.app.http.inject({
      url: '/api/login?confirm=1',
      headers: { host: '127.0.0.1:5000' },
    })
    expect(String(headers.location)).toContain('&confirm=1')
  })

  it('refuses another person', async () => {
    const [ana, bob] = [await person('ana@example.com'), await person('bob@example.com')]
    const { headers } = await ana.open()
    const { reply } = await goThrough({ subject: bob.subject, email: bob.email }, { query: '?confirm=1', headers })
    expect([reply.statusCode, reply.body]).toEqual([
      403,
      expect.stringContaining('You signed in with a different account'),
    ])
    expect(await isSignedIn(headers)).toBe(true)
  })
})

describe('a back-channel logout', () => {
  const tell = () =>
    server.app.http.inject({
      method: 'POST',
      url: '/api/backchannel-logout',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'logout_token=a.b.c',
    })

  it('ends the session of that name, or all of the person, and is audited', async () => {
    const ana = await person('channel@example.com')
    const [desk, phone] = [
      await ana.open({ providerSessionId: 'desk' }),
      await ana.open({ providerSessionId: 'phone' }),
    ]
    const bob = await person('stays@example.com')
    const his = await bob.open({ providerSessionId: 'his' })
    logout = { providerSessionId: 'desk' }
    expect((await tell()).statusCode).toBe(200)
    expect([await isSignedIn(desk.headers), await isSignedIn(phone.headers)]).toEqual([false, true])
    logout = { subject: ana.subject }
    await tell()
    expect([await isSignedIn(phone.headers), await isSignedIn(his.headers)]).toEqual([false, true])
    const entries = await server.deps.db.inCompany(ana.companyId, (tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'session.end')),
    )
    expect(entries.map(({ actorName }) => actorName)).toEqual(['Sign-in provider', 'Sign-in provider'])
  })

  it('ends nothing of another provider, and no session that began after it', async () => {
    const ana = await person('replay@example.com')
    const { headers } = await ana.open()
    logout = { issuer: 'https://other.example', subject: ana.subject }
    await tell()
    logout = { subject: ana.subject, issuedAt: new Date(clock.now().getTime() - 2_000) }
    await tell()
    expect(await isSignedIn(headers)).toBe(true)
  })

  it('is refused without a valid token, and says so to the provider', async () => {
    logout = new Rejected('wrong key')
    expect((await tell()).statusCode).toBe(400)
    logout = new Unavailable('The sign-in provider does not answer')
    expect((await tell()).statusCode).toBe(503)
    const empty = { method: 'POST', url: '/api/backchannel-logout', headers: { host } } as const
    expect((await server.app.http.inject(empty)).statusCode).toBe(400)
  })
})
