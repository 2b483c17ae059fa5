import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import type { RunningEmulator } from '#emulators/loopback-server.ts'
import { startOidc } from '#emulators/oidc/start-oidc.ts'
import { createOidcIdentity } from '#server/integrations/oidc/identity.ts'
import { systemClock } from '#server/platform/clock.ts'
import { sessions, users } from '#server/platform/db/schema/companies.ts'
import { createTestApp, noPorts, publicUrl } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'

const client = { id: 'lockstep', secret: 'a secret of the test', home: `${publicUrl}/` }
let provider: RunningEmulator
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  provider = await startOidc({ client })
  const identity = createOidcIdentity({
    issuerUrl: provider.url,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUrl: `${publicUrl}/api/callback`,
    signedOutUrl: client.home,
    requiredAcr: [],
  })
  server = await createTestApp({ clock: systemClock, ports: { ...noPorts, identity } })
})
afterAll(async () => {
  await server.close()
  await provider.stop()
})

type Cookies = Record<string, string>

const get = (url: string, cookies: Cookies) => {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='))
  return server.app.http.inject({ url, headers: { host: 'localhost:5000', cookie: cookie.join('; ') } })
}

/** Signs in up to the provider's answer, which is not yet delivered. */
async function begin(email: string, returnTo = '/') {
  const begun = await get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`, {})
  const cookies: Cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]))
  const browser = createBrowser()
  const page = await browser.get(String(begun.headers.location))
  const { pathname, search, searchParams } = new URL((await browser.post(page.url, { email })).url)
  return { cookies, back: `${pathname}${search}`, state: searchParams.get('state') ?? '' }
}

const sessionIn = (reply: Awaited<ReturnType<typeof get>>) =>
  reply.cookies.find(({ name, value }) => name === 'lockstep_session' && value)

const cameOf = (reply: Awaited<ReturnType<typeof get>>) => ({
  status: reply.statusCode,
  isPage: String(reply.headers['content-type']).startsWith('text/html'),
  hasSession: sessionIn(reply) !== undefined,
})
const refused = (status: number) => ({ status, isPage: true, hasSession: false })

const knownPerson = async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await buildUser(server.deps.db, { email })
  return email
}

describe('an answer of the provider', () => {
  it('opens a session in the browser that asked for it', async () => {
    const { cookies, back } = await begin(await knownPerson(), '/orders')
    const reply = await get(back, cookies)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/orders'])
    expect(sessionIn(reply)).toBeDefined()
  })

  it('opens none in a browser that did not ask, whatever it asked for itself', async () => {
    const attacker = await begin(await knownPerson())
    expect(cameOf(await get(attacker.back, {}))).toEqual(refused(400))
    const victim = await begin(await knownPerson())
    expect(cameOf(await get(attacker.back, victim.cookies))).toEqual(refused(400))
    expect(cameOf(await get(victim.back, attacker.cookies))).toEqual(refused(400))
  })

  it('opens none when its state is exchanged for the browser’s own', async () => {
    const [attacker, victim] = [await begin(await knownPerson()), await begin(await knownPerson())]
    expect(cameOf(await get(attacker.back.replace(attacker.state, victim.state), victim.cookies))).toEqual(refused(400))
  })

  it('opens none when what the browser carries is renamed, changed or made up', async () => {
    const [attacker, victim] = [await begin(await knownPerson()), await begin(await knownPerson())]
    const [name = ''] = Object.keys(victim.cookies)
    const [value = ''] = Object.values(attacker.cookies)
    const own = victim.cookies[name] ?? ''
    for (const forged of [
      value,
      `${own.slice(0, -4)}AAAA`,
      '',
      'e30',
      Buffer.from('{"returnTo":"/"}').toString('base64'),
    ]) {
      expect(cameOf(await get(victim.back, { [name]: forged }))).toEqual(refused(400))
    }
  })

  it('opens one session and no second', async () => {
    const { cookies, back } = await begin(await knownPerson())
    expect(sessionIn(await get(back, cookies))).toBeDefined()
    expect(cameOf(await get(back, cookies))).toEqual(refused(400))
  })

  it('opens none without its state, its code or its issuer, or with an issuer of somebody’s own', async () => {
    for (const name of ['state', 'code', 'iss']) {
      const { cookies, back } = await begin(await knownPerson())
      const url = new URL(back, publicUrl)
      url.searchParams.delete(name)
      expect(cameOf(await get(`${url.pathname}${url.search}`, cookies))).toEqual(refused(400))
    }
    const { cookies, back } = await begin(await knownPerson())
    expect(cameOf(await get(back.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'), cookies))).toEqual(
      refused(400),
    )
  })

  it('opens none for an e-mail address that is not verified', async () => {
    const email = `unverified-${crypto.randomUUID()}@example.com`
    await buildUser(server.deps.db, { email })
    const { cookies, back } = await begin(email)
    expect(cameOf(await get(back, cookies))).toEqual(refused(403))
  })

  it('opens none for an e-mail address that somebody else at the provider has taken over', async () => {
    const email = await knownPerson()
    await server.deps.db.onPlatform((tx) =>
      tx.update(users).set({ oidcIssuer: provider.url, oidcSubject: 'whose it was' }).where(eq(users.email, email)),
    )
    const { cookies, back } = await begin(email)
    expect(cameOf(await get(back, cookies))).toEqual(refused(403))
    const [account] = await server.deps.db.onPlatform((tx) => tx.select().from(users).where(eq(users.email, email)))
    expect(account?.oidcSubject).toBe('whose it was')
    const open = await server.deps.db.onPlatform((tx) =>
      tx
        .select()
        .from(sessions)
        .where(eq(sessions.userId, account?.id ?? '')),
    )
    expect(open).toEqual([])
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%09/evil.example',
    '/.//evil.example',
    '//a@evil.example',
  ])('leads nobody to another website: %s', async (returnTo) => {
    const { cookies, back } = await begin(await knownPerson(), returnTo)
    const reply = await get(back, cookies)
    expect(reply.statusCode).toBe(302)
    expect(new URL(String(reply.headers.location), publicUrl).origin).toBe(publicUrl)
  })
})
