import { afterAll, beforeAll, expect, it } from 'vitest'
import { Rejected } from '#server/ports/failure.ts'
import { startForgingProvider, type Forgery } from './fixtures/forging-provider.ts'
import { createOidcIdentity } from './identity.ts'

const home = 'http://localhost:5000/'
const client = { clientId: 'lockstep', clientSecret: 'a secret of at least thirty-two characters' }
let forger: Awaited<ReturnType<typeof startForgingProvider>>
let identity: ReturnType<typeof createOidcIdentity>

beforeAll(async () => {
  forger = await startForgingProvider(client)
  identity = createOidcIdentity({
    ...client,
    issuerUrl: forger.issuer,
    redirectUrl: `${home}api/callback`,
    signedOutUrl: home,
  })
})
afterAll(() => forger.stop())

async function signInWith(forgery: Forgery) {
  const { checks } = await identity.beginSignIn()
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
