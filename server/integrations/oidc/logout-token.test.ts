import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { startForgingProvider, type Forgery } from './fixtures/forging-provider.ts'
import { createOidcIdentity } from './identity.ts'
import { createLogoutTokenReader } from './logout-token.ts'

const home = 'http://localhost:5000/'
const client = { clientId: 'lockstep', clientSecret: 'a secret of at least thirty-two characters' }
let forger: Awaited<ReturnType<typeof startForgingProvider>>
let identity: ReturnType<typeof createOidcIdentity>

const identityAt = (issuerUrl: string) =>
  createOidcIdentity({
    ...client,
    issuerUrl,
    redirectUrl: `${home}api/callback`,
    signedOutUrl: home,
    requiredAcr: [],
  })

beforeAll(async () => {
  forger = await startForgingProvider(client)
  identity = identityAt(forger.issuer)
})
afterAll(() => forger.stop())

const now = () => Math.floor(Date.now() / 1000)
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

it('a valid logout token names the person and the provider’s session', async () => {
  const iat = now()
  const logout = await identity.readLogoutToken(forger.logoutToken({ claims: { jti: 'token 1', iat, exp: iat + 60 } }))
  expect(logout).toEqual({
    issuedAt: new Date(iat * 1000),
    issuer: forger.issuer,
    subject: 'ana',
    providerSessionId: 'session of ana',
  })
})

it.each<[string, Forgery, { subject: string | null; providerSessionId: string | null }]>([
  ['of a person', { without: ['sid'] }, { subject: 'ana', providerSessionId: null }],
  ['of a session', { without: ['sub'] }, { subject: null, providerSessionId: 'session of ana' }],
])('a logout token %s alone is accepted', async (_what, forgery, expected) => {
  expect(await identity.readLogoutToken(forger.logoutToken(forgery))).toMatchObject(expected)
})

it.each<[string, Forgery]>([
  ['whose type is written as a media type', { header: { typ: 'application/logout+jwt' } }],
  ['for a list of this one application', { claims: { aud: ['lockstep'] } }],
  ['whose provider’s clock is ahead', { claims: { iat: now() + 20 } }],
])('a logout token %s is accepted', async (_what, forgery) => {
  await expect(identity.readLogoutToken(forger.logoutToken(forgery))).resolves.toMatchObject({ subject: 'ana' })
})

it.each<[string, () => Forgery]>([
  ['that another key signed', () => ({ isSignedByAnother: true })],
  ['that brings its own key', () => ({ isSignedByAnother: true, header: { jwk: forger.anotherPublicKey() } })],
  ['that was changed after it was signed', () => ({ changed: { sub: 'somebody else' } })],
  ['that nobody signed', () => ({ algorithm: 'none' })],
  ['that was signed with the client secret', () => ({ algorithm: 'HS256' })],
  ['for another application', () => ({ claims: { aud: 'another' } })],
  ['for several applications', () => ({ claims: { aud: ['lockstep', 'another'] } })],
  ['for nobody', () => ({ without: ['aud'] })],
  ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['of no issuer', () => ({ without: ['iss'] })],
  ['with a nonce', () => ({ claims: { nonce: 'n' } })],
  ['with an empty nonce', () => ({ claims: { nonce: null } })],
  ['without events', () => ({ without: ['events'] })],
  ['of another event', () => ({ claims: { events: { 'https://schemas.example/other': {} } } })],
  ['whose event is no object', () => ({ claims: { events: { [logoutEvent]: true } } })],
  ['whose events are a list', () => ({ claims: { events: [logoutEvent] } })],
  ['that is older than two minutes', () => ({ claims: { iat: now() - 152, exp: now() + 600 } })],
  ['of the future', () => ({ claims: { iat: now() + 60, exp: now() + 600 } })],
  ['of no time', () => ({ without: ['iat'] })],
  ['that has expired', () => ({ claims: { iat: now() - 60, exp: now() - 31 } })],
  ['without an id', () => ({ without: ['jti'] })],
  ['with an empty id', () => ({ claims: { jti: '' } })],
  ['with an id that is no text', () => ({ claims: { jti: 7 } })],
  ['of neither a person nor a session', () => ({ without: ['sub', 'sid'] })],
  ['of a person that is no text', () => ({ claims: { sub: 7 } })],
  ['without a type', () => ({ header: { typ: undefined } })],
  ['of the general type', () => ({ header: { typ: 'JWT' } })],
  ['of another type', () => ({ header: { typ: 'at+jwt' } })],
])('a logout token %s is refused', async (_what, forgery) => {
  await expect(identity.readLogoutToken(forger.logoutToken(forgery()))).rejects.toThrow(Rejected)
})

it.each(['', 'x', 'a.b.c', `${'x'.repeat(20)}.${'y'.repeat(20)}`])('“%s” is refused', async (token) => {
  await expect(identity.readLogoutToken(token)).rejects.toThrow(Rejected)
})

it('an ID token is refused as a logout token', async () => {
  const { checks } = await identity.beginSignIn()
  forger.forge({ claims: { sid: 'session of ana', jti: 'an id' } }, checks.nonce)
  const answer = new URL(`${home}api/callback?code=c&state=${checks.state}`)
  const { idToken } = await identity.completeSignIn(answer, checks)
  await expect(identity.readLogoutToken(idToken)).rejects.toThrow(Rejected)
})

it('the reason of a refusal is in the error for the operator', async () => {
  await expect(identity.readLogoutToken(forger.logoutToken({ claims: { nonce: 'n' } }))).rejects.toThrow('nonce')
  await expect(identity.readLogoutToken(forger.logoutToken({ claims: { aud: 'another' } }))).rejects.toThrow('aud')
})

it('new keys of the provider are found, and unknown ones cost one request in 30 seconds', async () => {
  const fresh = await startForgingProvider(client)
  onTestFinished(() => fresh.stop())
  const known = identityAt(fresh.issuer)
  await known.readLogoutToken(fresh.logoutToken({}))
  for (const kid of ['a', 'b', 'c']) {
    await expect(known.readLogoutToken(fresh.logoutToken({ header: { kid } }))).rejects.toThrow(Rejected)
  }
  expect(fresh.countKeyRequests()).toBe(1)
  fresh.rotateKeys()
  vi.setSystemTime(Date.now() + 31_000)
  onTestFinished(() => void vi.useRealTimers())
  await expect(known.readLogoutToken(fresh.logoutToken({}))).resolves.toMatchObject({ subject: 'ana' })
  expect(fresh.countKeyRequests()).toBe(2)
})

it('a provider that names weak signatures or publishes its keys without https can’t make them count', async () => {
  const discover = async () => ({
    issuer: forger.issuer,
    jwks_uri: `${forger.issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  })
  const settings = { clientId: client.clientId, timeoutSeconds: 1 }
  const read = createLogoutTokenReader({ ...settings, discover })
  await expect(read(forger.logoutToken({}))).resolves.toMatchObject({ subject: 'ana' })
  for (const algorithm of ['HS256', 'none'] as const) {
    await expect(read(forger.logoutToken({ algorithm }))).rejects.toThrow(Rejected)
  }
  const issuer = 'https://login.example'
  const insecure = createLogoutTokenReader({ ...settings, discover: async () => ({ ...(await discover()), issuer }) })
  await expect(insecure(forger.logoutToken({ claims: { iss: issuer } }))).rejects.toThrow('without https')
})

it('an unreachable provider is Unavailable, before its configuration is known and after', async () => {
  const brief = await startForgingProvider(client)
  const token = brief.logoutToken({})
  const known = identityAt(brief.issuer)
  await known.beginSignIn()
  brief.stop()
  await expect(known.readLogoutToken(token)).rejects.toThrow(Unavailable)
  await expect(identityAt(brief.issuer).readLogoutToken(token)).rejects.toThrow(Unavailable)
})
