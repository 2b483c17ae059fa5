import { afterAll, beforeAll, expect, it } from 'vitest'
import { Rejected } from '#server/ports/failure.ts'
import { signInRejections } from '#server/ports/identity.ts'
import { startForgingProvider, type Forgery } from './fixtures/forging-provider.ts'
import { createOidcIdentity } from './identity.ts'

const home = 'http://localhost:5000/'
const client = { clientId: 'lockstep', clientSecret: 'a secret of at least thirty-two characters' }
let forger: Awaited<ReturnType<typeof startForgingProvider>>
let anyIdentity: ReturnType<typeof createOidcIdentity>

const identityWith = (requiredAcr: string[]) =>
  createOidcIdentity({
    ...client,
    issuerUrl: forger.issuer,
    redirectUrl: `${home}api/callback`,
    signedOutUrl: home,
    requiredAcr,
  })

beforeAll(async () => {
  forger = await startForgingProvider(client)
  anyIdentity = identityWith([])
})
afterAll(() => forger.stop())

async function signInWith(
  forgery: Forgery,
  { requiredAcr, ...options }: { requiredAcr?: string[]; maxAgeSeconds?: number } = {},
) {
  const identity = requiredAcr ? identityWith(requiredAcr) : anyIdentity
  const { checks } = await identity.beginSignIn(options)
  forger.forge(forgery, checks.nonce)
  return identity.completeSignIn(new URL(`${home}api/callback?code=c&state=${checks.state}`), checks)
}

const now = () => Math.floor(Date.now() / 1000)

it('a valid token is accepted', async () => {
  const { identity: who } = await signInWith({})
  expect(who).toMatchObject({ issuer: forger.issuer, subject: 'ana', email: 'ana@example.com', isEmailVerified: true })
})

it.each<[string, Forgery]>([
  ['for another application', { claims: { aud: 'another' } }],
  ['for several applications, by another of them', { claims: { aud: ['lockstep', 'another'], azp: 'another' } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['that has expired', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['that is not good yet', { claims: { nbf: now() + 3600 } }],
  ['that never expires', { without: ['exp'] }],
  ['of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
  ['of no sign-in', { without: ['nonce'] }],
  ['of nobody', { without: ['sub'] }],
  ['that another key signed', { isSignedByAnother: true }],
  ['that was changed after it was signed', { changed: { sub: 'somebody else' } }],
  ['that nobody signed', { algorithm: 'none' }],
  ['that was signed with what everybody who signs in could know', { algorithm: 'HS256' }],
  [
    'whose e-mail address is said to be another’s',
    { without: ['email'], userinfo: { sub: 'bob', email: 'ana@example.com' } },
  ],
])('sign-in refuses a token %s', async (_what, forgery) => {
  await expect(signInWith(forgery)).rejects.toThrow(Rejected)
})

it.each([false, 'false', 'yes', 1, null, undefined])(
  'only true counts as a verified e-mail address: %j',
  async (word) => {
    const { identity: who } = await signInWith({ claims: { email_verified: word } })
    expect(who.isEmailVerified).toBe(false)
  },
)

it('the issuer comes from the signed token, and not from userinfo', async () => {
  const userinfo = { sub: 'ana', iss: 'https://evil.example', email: 'ana@example.com', email_verified: true }
  const { identity: who } = await signInWith({ without: ['email', 'email_verified'], userinfo })
  expect(who).toMatchObject({ issuer: forger.issuer, email: 'ana@example.com', isEmailVerified: true })
})

it('a sign-in says when the person was authenticated and in which session of the provider', async () => {
  const at = now() - 3_600
  expect(await signInWith({ claims: { auth_time: at, sid: 'session of ana' } })).toMatchObject({
    authenticatedAt: new Date(at * 1000),
    providerSessionId: 'session of ana',
  })
  expect(await signInWith({ claims: { sid: 7 } })).toMatchObject({ authenticatedAt: null, providerSessionId: null })
})

it.each<[string, number, Forgery]>([
  ['long ago', 300, { claims: { auth_time: now() - 400 } }],
  ['a minute ago, when it had to be done now', 0, { claims: { auth_time: now() - 60 } }],
  ['at a time that the provider does not give', 300, {}],
  ['at a time that the provider does not give, when it had to be done now', 0, {}],
])('a sign-in with a maximum age refuses a person who was authenticated %s', async (_when, maxAgeSeconds, forgery) => {
  const code = signInRejections.notReauthenticated
  await expect(signInWith(forgery, { maxAgeSeconds })).rejects.toMatchObject({ name: 'Rejected', code })
})

it('a sign-in with a maximum age tolerates a clock that differs by some seconds', async () => {
  for (const seconds of [-20, 20]) {
    const signIn = signInWith({ claims: { auth_time: now() + seconds } }, { maxAgeSeconds: 0 })
    await expect(signIn).resolves.toMatchObject({ providerSessionId: null })
  }
})

it.each<[string, Forgery]>([
  ['no class', {}],
  ['a lower class', { claims: { acr: 'one-factor' } }],
  ['a list of classes', { claims: { acr: ['two-factor'] } }],
  ['a class that only userinfo gives', { without: ['email'], userinfo: { sub: 'ana', acr: 'two-factor' } }],
])('a sign-in with %s of authentication is refused where one is required', async (_what, forgery) => {
  const code = signInRejections.secondFactorMissing
  const signIn = signInWith(forgery, { requiredAcr: ['two-factor', 'hardware'] })
  await expect(signIn).rejects.toMatchObject({ name: 'Rejected', code })
})

it('a sign-in with any of the required classes of authentication is accepted', async () => {
  for (const acr of ['two-factor', 'hardware']) {
    const signIn = signInWith({ claims: { acr } }, { requiredAcr: ['two-factor', 'hardware'] })
    await expect(signIn).resolves.toMatchObject({ identity: { subject: 'ana' } })
  }
})
