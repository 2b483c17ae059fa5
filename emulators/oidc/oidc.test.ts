import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { RunningEmulator } from '../loopback-server.ts'
import { confirmSignOut, createBrowser, type Browser } from './fixtures/browser.ts'
import { startLogoutReceiver } from './fixtures/logout-receiver.ts'
import { readOidcSettings } from './settings.ts'
import { startOidc } from './start-oidc.ts'

const home = 'http://localhost:5000/'
const client = { id: 'lockstep', secret: 'a secret of the test', home }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function start(stateFile?: string): Promise<RunningEmulator> {
  const emulator = await startOidc({ client, ...(stateFile ? { stateFile } : {}) })
  cleanups.push(() => emulator.stop())
  return emulator
}

/** An emulator whose application hears of sign-outs, and what it heard. */
async function startWithLogout(status?: number) {
  const receiver = await startLogoutReceiver(status)
  cleanups.push(() => receiver.stop())
  const emulator = await startOidc({ client: { ...client, backchannelLogoutUrl: receiver.url } })
  cleanups.push(() => emulator.stop())
  return { emulator, tokens: receiver.tokens }
}

async function beginSignIn(emulator: RunningEmulator, browser: Browser, more: Record<string, string> = {}) {
  const configuration = await openid.discovery(new URL(emulator.url), client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: `${home}api/callback`,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  })
  const page = await browser.get(address.href)
  const exchange = (answer: string, pkceCodeVerifier = verifier) =>
    openid.authorizationCodeGrant(configuration, new URL(answer), {
      pkceCodeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
  return { page, configuration, exchange }
}

test('the sign-in page offers the demo accounts as buttons and signs in the chosen one', async () => {
  const browser = createBrowser()
  const { page, exchange } = await beginSignIn(await start(), browser)
  const buttons = [...page.body.matchAll(/<button[^>]*>([^<]+)</g)].map(([, text]) => text)
  expect(buttons.slice(0, 3)).toEqual([
    'Sign in as admin@lockstep.test',
    'Sign in as ops@lockstep.test',
    'Sign in as readonly@lockstep.test',
  ])

  const answer = await browser.post(page.url, { email: 'ops@lockstep.test' })
  expect(answer.url).toMatch(/^http:\/\/localhost:5000\/api\/callback\?code=/)
  const tokens = await exchange(answer.url)
  expect(tokens.claims()).toMatchObject({ email: 'ops@lockstep.test', email_verified: true, given_name: 'Ops' })
})

test('a typed address has its names, and the same subject each time', async () => {
  const emulator = await start()
  const subjects = []
  for (const email of ['ana.ruiz@example.com', 'Ana.Ruiz@example.com ']) {
    const browser = createBrowser()
    const { page, exchange } = await beginSignIn(emulator, browser)
    const claims = (await exchange((await browser.post(page.url, { email })).url)).claims()
    expect(claims).toMatchObject({ email: 'ana.ruiz@example.com', given_name: 'Ana', family_name: 'Ruiz' })
    subjects.push(claims?.sub)
  }
  expect(subjects[0]).toBe(subjects[1])
})

test('an address that begins with "unverified" is not verified', async () => {
  const browser = createBrowser()
  const { page, exchange } = await beginSignIn(await start(), browser)
  const answer = await browser.post(page.url, { email: 'unverified@example.com' })
  expect((await exchange(answer.url)).claims()).toMatchObject({ email_verified: false })
})

test('an invalid address shows the page again with a message', async () => {
  const browser = createBrowser()
  const { page } = await beginSignIn(await start(), browser)
  const again = await browser.post(page.url, { email: '<b>' })
  expect(again.status).toBe(422)
  expect(again.body).toContain('Write an e-mail address')
  expect(again.body).toContain('value="&lt;b&gt;"')
})

test('a code with the wrong verifier is refused', async () => {
  const browser = createBrowser()
  const { page, exchange } = await beginSignIn(await start(), browser)
  const answer = await browser.post(page.url, { email: 'ops@lockstep.test' })
  await expect(exchange(answer.url, openid.randomPKCECodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a sign-in without PKCE is refused', async () => {
  const { url } = await start()
  const query = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${home}api/callback`,
  })
  const answer = await createBrowser().get(`${url}/auth?${query}`)
  expect(new URL(answer.url).searchParams.get('error')).toBe('invalid_request')
})

test('every sign-in asks for the account, even with a session', async () => {
  const emulator = await start()
  const browser = createBrowser()
  const first = await beginSignIn(emulator, browser)
  await browser.post(first.page.url, { email: 'ops@lockstep.test' })
  const second = await beginSignIn(emulator, browser)
  expect(second.page.body).toContain('Sign in as admin@lockstep.test')
  const answer = await browser.post(second.page.url, { email: 'admin@lockstep.test' })
  expect((await second.exchange(answer.url)).claims()).toMatchObject({ email: 'admin@lockstep.test' })
})

test('signing out returns to the application', async () => {
  const browser = createBrowser()
  const { page, configuration, exchange } = await beginSignIn(await start(), browser)
  const tokens = await exchange((await browser.post(page.url, { email: 'ops@lockstep.test' })).url)
  const left = await confirmSignOut(browser, endSessionUrl(configuration, tokens.id_token))
  expect(left.url).toBe(home)
})

const endSessionUrl = (configuration: openid.Configuration, idToken = '') =>
  openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: home, id_token_hint: idToken }).href

/** Signs in, and returns the claims of the ID token. */
async function signIn(emulator: RunningEmulator, browser: Browser, email: string, more?: Record<string, string>) {
  const { page, configuration, exchange } = await beginSignIn(emulator, browser, more)
  const tokens = await exchange((await browser.post(page.url, { email })).url)
  return { claims: tokens.claims(), signOutUrl: endSessionUrl(configuration, tokens.id_token) }
}

test.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }, { max_age: '300' }])(
  'a sign-in with %j asks again, and its ID token has the new time in the same session',
  async (more) => {
    const { emulator } = await startWithLogout()
    const browser = createBrowser()
    const first = await signIn(emulator, browser, 'ops@lockstep.test')
    vi.setSystemTime(Date.now() + 600_000)
    cleanups.push(() => void vi.useRealTimers())
    const second = await signIn(emulator, browser, 'ops@lockstep.test', more)
    expect(Number(second.claims?.auth_time) - Number(first.claims?.auth_time)).toBeGreaterThanOrEqual(600)
    expect(first.claims?.['sid']).toMatch(/./)
    expect(second.claims?.['sid']).toBe(first.claims?.['sid'])
  },
)

test.each([
  ['ops@lockstep.test', 'two-factor'],
  ['onefactor@example.com', 'urn:lockstep:stand-in:one-factor'],
  ['noacr@example.com', undefined],
])('%s signs in with the class of authentication %s', async (email, acr) => {
  const emulator = await start()
  const asked = { acr_values: 'two-factor hardware' }
  expect((await signIn(emulator, createBrowser(), email, asked)).claims?.['acr']).toBe(acr)
  expect((await signIn(emulator, createBrowser(), email)).claims?.['acr']).toBeUndefined()
})

test('sign-out sends the application a signed logout token of the session', async () => {
  const { emulator, tokens } = await startWithLogout()
  const browser = createBrowser()
  const { claims, signOutUrl } = await signIn(emulator, browser, 'ops@lockstep.test')
  const left = await confirmSignOut(browser, signOutUrl)
  expect(left.url).toBe(home)
  expect(tokens).toHaveLength(1)
  const { payload, protectedHeader } = await jwtVerify(
    tokens[0] ?? '',
    createRemoteJWKSet(new URL(`${emulator.url}/jwks`)),
  )
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' })
  expect(payload).toEqual({
    iss: emulator.url,
    aud: client.id,
    sub: claims?.sub,
    sid: claims?.['sid'],
    jti: expect.any(String),
    iat: expect.any(Number),
    exp: expect.any(Number),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
})

test('signing in as another person ends the session of the first with a logout token', async () => {
  const { emulator, tokens } = await startWithLogout()
  const browser = createBrowser()
  const first = await signIn(emulator, browser, 'ops@lockstep.test')
  const second = await signIn(emulator, browser, 'admin@lockstep.test')
  expect(tokens.map((token) => openidClaims(token))).toMatchObject([
    { sub: first.claims?.sub, sid: first.claims?.['sid'] },
  ])
  expect(second.claims?.['sid']).not.toBe(first.claims?.['sid'])
})

const openidClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object

test('sign-out works when the application refuses the logout token, and the refusal is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  cleanups.push(() => log.mockRestore())
  const { emulator, tokens } = await startWithLogout(404)
  const browser = createBrowser()
  const { signOutUrl } = await signIn(emulator, browser, 'ops@lockstep.test')
  expect((await confirmSignOut(browser, signOutUrl)).url).toBe(home)
  expect(tokens).toHaveLength(1)
  expect(log.mock.calls.flat().join(' ')).toMatch(/back-channel logout.*404/)
})

test('the configuration says that logout tokens are sent, and only where an application wants them', async () => {
  const read = async ({ url }: RunningEmulator) =>
    (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(await read((await startWithLogout()).emulator)).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
  expect(await read(await start())).not.toHaveProperty('backchannel_logout_supported')
})

test('logout tokens go to the application that PUBLIC_URL names', () => {
  const urlFor = (environment: Record<string, string>) => readOidcSettings({}, environment).client.backchannelLogoutUrl
  expect(urlFor({ PUBLIC_URL: 'http://localhost:5123' })).toBe('http://localhost:5123/api/backchannel-logout')
  expect(urlFor({ PORT: '5001' })).toBe('http://localhost:5001/api/backchannel-logout')
})

test('address and keys survive a restart, and return after the port was taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-oidc-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  const describe = async () => {
    const emulator = await startOidc({ client, stateFile: join(folder, 'oidc.json') })
    const keys = await (await fetch(`${emulator.url}/jwks`)).json()
    await emulator.stop()
    return { url: emulator.url, keys }
  }
  const first = await describe()
  expect(await describe()).toEqual(first)

  const stranger = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(stranger, 'listening')
  expect((await describe()).url).not.toBe(first.url)
  stranger.close()
  await once(stranger, 'close')
  expect(await describe()).toEqual(first)
})
