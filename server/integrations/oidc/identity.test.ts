import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Browser, confirmSignOut, createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import { startLogoutReceiver } from '#emulators/oidc/fixtures/logout-receiver.ts'
import type { RunningEmulator } from '#emulators/loopback-server.ts'
import { startOidc } from '#emulators/oidc/start-oidc.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { signInRejections, type SignInChecks } from '#server/ports/identity.ts'
import { createOidcIdentity } from './identity.ts'

const home = 'http://localhost:5000/'
const client = { id: 'lockstep', secret: 'a secret of the test' }
let provider: RunningEmulator
let receiver: Awaited<ReturnType<typeof startLogoutReceiver>>

beforeAll(async () => {
  receiver = await startLogoutReceiver()
  provider = await startOidc({ client: { ...client, home, backchannelLogoutUrl: receiver.url } })
})
afterAll(async () => {
  receiver.stop()
  await provider.stop()
})

const identityAt = (issuerUrl: string, clientSecret = client.secret, requiredAcr: string[] = []) =>
  createOidcIdentity({
    issuerUrl,
    clientId: client.id,
    clientSecret,
    redirectUrl: `${home}api/callback`,
    signedOutUrl: home,
    requiredAcr,
  })

type Way = { email?: string; browser?: Browser; maxAgeSeconds?: number }

/** Signs in at the provider as a browser does. */
async function goThrough(
  identity = identityAt(provider.url),
  { email = 'ops@lockstep.test', browser = createBrowser(), ...options }: Way = {},
) {
  const { url, checks } = await identity.beginSignIn(options)
  const page = await browser.get(url)
  const answer = await browser.post(page.url, { email })
  return {
    answer: new URL(answer.url),
    checks,
    complete: (held: SignInChecks = checks, back = new URL(answer.url)) => identity.completeSignIn(back, held),
  }
}

it('a completed sign-in returns the identity', async () => {
  const { complete } = await goThrough()
  const { identity, idToken } = await complete()
  expect(identity).toMatchObject({ issuer: provider.url, email: 'ops@lockstep.test', isEmailVerified: true })
  const out = new URL((await identityAt(provider.url).signOutUrl(idToken)) ?? '')
  expect(out.searchParams.get('id_token_hint')).toBe(idToken)
  expect(out.searchParams.get('post_logout_redirect_uri')).toBe(home)
})

it('a maximum age of the sign-in is sent to the provider, which is asked to ask again when it is 0', async () => {
  const identity = identityAt(provider.url)
  const sent = async (options?: { maxAgeSeconds?: number }) => {
    const { url, checks } = await identity.beginSignIn(options)
    const { searchParams } = new URL(url)
    return { maxAge: searchParams.get('max_age'), prompt: searchParams.get('prompt'), kept: checks.maxAgeSeconds }
  }
  expect(await sent()).toEqual({ maxAge: null, prompt: null, kept: undefined })
  expect(await sent({ maxAgeSeconds: 300 })).toEqual({ maxAge: '300', prompt: null, kept: 300 })
  expect(await sent({ maxAgeSeconds: 0 })).toEqual({ maxAge: '0', prompt: 'login', kept: 0 })
})

it('signing in again with a maximum age renews the time of authentication and stays in the provider’s session', async () => {
  const identity = identityAt(provider.url)
  const browser = createBrowser()
  const first = await (await goThrough(identity, { browser })).complete()
  vi.setSystemTime(Date.now() + 600_000)
  onTestFinished(() => void vi.useRealTimers())
  const second = await (await goThrough(identity, { browser, maxAgeSeconds: 0 })).complete()
  expect(Number(second.authenticatedAt) - Number(first.authenticatedAt)).toBeGreaterThanOrEqual(600_000)
  expect(first.providerSessionId).toMatch(/./)
  expect(second.providerSessionId).toBe(first.providerSessionId)
})

it('the required class of authentication is asked of the provider, and its answer is checked', async () => {
  const identity = identityAt(provider.url, client.secret, ['two-factor', 'hardware'])
  const { url } = await identity.beginSignIn()
  expect(new URL(url).searchParams.get('acr_values')).toBe('two-factor hardware')
  await expect((await goThrough(identity)).complete()).resolves.toMatchObject({ identity: { isEmailVerified: true } })
  for (const email of ['onefactor@example.com', 'noacr@example.com']) {
    const { complete } = await goThrough(identity, { email })
    const code = signInRejections.secondFactorMissing
    // The refusal is recorded for whom it is about.
    await expect(complete()).rejects.toMatchObject({ code, identity: { email, isEmailVerified: true } })
  }
})

it('the logout token of the provider is accepted when the person signs out there', async () => {
  receiver.tokens.length = 0
  const identity = identityAt(provider.url)
  const browser = createBrowser()
  const signedIn = await (await goThrough(identity, { browser })).complete()
  await confirmSignOut(browser, (await identity.signOutUrl(signedIn.idToken)) ?? '')
  const { subject, issuer } = signedIn.identity
  expect(receiver.tokens).toHaveLength(1)
  expect(await identity.readLogoutToken(receiver.tokens[0] ?? '')).toMatchObject({
    issuer,
    subject,
    providerSessionId: signedIn.providerSessionId,
  })
})

it.each(['state', 'nonce', 'codeVerifier'] as const)('an answer with another %s is refused', async (check) => {
  const { complete, checks } = await goThrough()
  await expect(complete({ ...checks, [check]: 'x'.repeat(43) })).rejects.toThrow(Rejected)
})

it('an answer that was used already is refused', async () => {
  const { complete } = await goThrough()
  await complete()
  await expect(complete()).rejects.toThrow(Rejected)
})

it('an answer after its code has expired is refused', async () => {
  const { complete } = await goThrough()
  vi.setSystemTime(Date.now() + 61_000)
  onTestFinished(() => void vi.useRealTimers())
  await expect(complete()).rejects.toThrow('does not hold (invalid_grant)')
})

it('an answer from another issuer is refused, and one in which the person declined', async () => {
  const { complete, checks, answer } = await goThrough()
  const mixedUp = new URL(answer)
  mixedUp.searchParams.set('iss', 'https://evil.example')
  await expect(complete(checks, mixedUp)).rejects.toThrow(Rejected)
  const denied = new URL(`${home}api/callback?error=access_denied&state=${checks.state}&iss=${provider.url}`)
  await expect(complete(checks, denied)).rejects.toThrow(Rejected)
})

it('an unreachable provider is Unavailable, and is found once it is back', async () => {
  const later = await startOidc({ client: { ...client, home } })
  await later.stop()
  const identity = identityAt(later.url)
  await expect(identity.beginSignIn()).rejects.toThrow(Unavailable)
  const back = await startOidc({ client: { ...client, home }, port: Number(new URL(later.url).port) })
  await expect(identity.beginSignIn()).resolves.toMatchObject({ url: expect.stringContaining(back.url) })
  await back.stop()
})

it('a provider that vanishes during a sign-in is Unavailable', async () => {
  const brief = await startOidc({ client: { ...client, home } })
  const { complete } = await goThrough(identityAt(brief.url))
  await brief.stop()
  await expect(complete()).rejects.toThrow(Unavailable)
})

it('a wrong client secret is named in the error for the operator', async () => {
  const { complete } = await goThrough(identityAt(provider.url, 'another secret'))
  await expect(complete()).rejects.toThrow('does not hold (invalid_client)')
})

it('a provider that answers with a server error is Unavailable', async () => {
  const faulty = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`
    const metadata = { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` }
    response.writeHead(request.url === '/token' ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(metadata))
  }).listen(0, '127.0.0.1')
  await once(faulty, 'listening')
  const identity = identityAt(`http://127.0.0.1:${(faulty.address() as AddressInfo).port}`)
  const { checks } = await identity.beginSignIn()
  const answer = new URL(`${home}api/callback?code=c&state=${checks.state}`)
  await expect(identity.completeSignIn(answer, checks)).rejects.toThrow(Unavailable)
  faulty.close()
})

it('a provider whose configuration names another issuer is not used', async () => {
  const impostor = createServer((_request, response) => {
    const issuer = 'https://login.example'
    const metadata = { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  }).listen(0, '127.0.0.1')
  await once(impostor, 'listening')
  onTestFinished(() => void impostor.close())
  const identity = identityAt(`http://127.0.0.1:${(impostor.address() as AddressInfo).port}`)
  await expect(identity.beginSignIn()).rejects.toThrow(Unavailable)
})

it('a provider that is down is called with a back-off, however many people begin to sign in', async () => {
  let calls = 0
  let now = 0
  const down = createServer((_request, response) => {
    calls += 1
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(down, 'listening')
  onTestFinished(() => void down.close())
  const identity = createOidcIdentity({
    issuerUrl: `http://127.0.0.1:${(down.address() as AddressInfo).port}`,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUrl: `${home}api/callback`,
    signedOutUrl: home,
    requiredAcr: [],
    now: () => now,
  })
  const begin = () => expect(identity.beginSignIn()).rejects.toThrow(Unavailable)
  await Promise.all(Array.from({ length: 20 }, begin))
  expect(calls).toBe(1)
  for (let n = 0; n < 20; n += 1) await begin()
  expect(calls).toBe(2)
  now += 999
  await begin()
  expect(calls).toBe(2)
  for (let n = 0; n < 20; n += 1) {
    now += 5_000
    await Promise.all([begin(), begin()])
  }
  expect(calls).toBe(22)
})
