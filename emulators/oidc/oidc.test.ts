import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { afterEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../loopback-server.ts'
import { createBrowser, type Browser } from './fixtures/browser.ts'
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

async function beginSignIn(emulator: RunningEmulator, browser: Browser) {
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
  const leaving = await browser.get(
    openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: home,
      id_token_hint: tokens.id_token ?? '',
    }).href,
  )
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(leaving.body)?.[1] ?? ''
  const action = /action="([^"]+)"/.exec(leaving.body)?.[1] ?? ''
  const left = await browser.post(action, { xsrf, logout: 'yes' })
  expect(left.url).toBe(home)
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
