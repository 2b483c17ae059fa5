import { expect, test } from 'vitest'
import { client, createCaller, northfield, startForTest } from '../fixtures/amazon-fixture.ts'
import type { RunningAmazon } from '../start-amazon.ts'
import { issueCode, issueRefreshToken, revokeTokens } from './tokens.ts'

const { id: client_id, secret: client_secret, redirectUri: redirect_uri } = client
const credentials = { client_id, client_secret }

async function ask({ url }: RunningAmazon, form: Record<string, string>) {
  const response = await fetch(`${url}/auth/o2/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const makeCode = ({ state, clock }: RunningAmazon) =>
  issueCode(state.tokens, { sellerId: northfield, redirectUri: redirect_uri }, clock.now())

const exchange = (amazon: RunningAmazon, code: string, more: Record<string, string> = {}) =>
  ask(amazon, { grant_type: 'authorization_code', code, redirect_uri, ...credentials, ...more })

test('a code is exchanged for tokens of the seller', async () => {
  const amazon = await startForTest()
  const { status, body } = await exchange(amazon, makeCode(amazon))
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^Atza\|/),
    refresh_token: expect.stringMatching(/^Atzr\|/),
    token_type: 'bearer',
    expires_in: 3600,
  })
  const headers = { 'x-amz-access-token': body['access_token'] ?? '' }
  expect((await createCaller(amazon)('/sellers/v1/account', { headers })).status).toBe(200)
})

test('a code is valid once', async () => {
  const amazon = await startForTest()
  const code = makeCode(amazon)
  await exchange(amazon, code)
  expect(await exchange(amazon, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code is valid for five minutes', async () => {
  const amazon = await startForTest()
  const [early, late] = [makeCode(amazon), makeCode(amazon)]
  amazon.clock.advance(299_000)
  expect((await exchange(amazon, early)).status).toBe(200)
  amazon.clock.advance(1_000)
  expect(await exchange(amazon, late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code is valid only with its redirect address', async () => {
  const amazon = await startForTest()
  const answer = await exchange(amazon, makeCode(amazon), { redirect_uri: 'http://localhost:5000/elsewhere' })
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a refresh token is valid until the seller withdraws the consent', async () => {
  const amazon = await startForTest()
  const refresh_token = issueRefreshToken(amazon.state.tokens, northfield)
  const refresh = () => ask(amazon, { grant_type: 'refresh_token', refresh_token, ...credentials })
  const [first, second] = [await refresh(), await refresh()]
  expect(first.body).toMatchObject({ refresh_token, expires_in: 3600 })
  expect(first.body['access_token']).not.toBe(second.body['access_token'])
  revokeTokens(amazon.state.tokens, northfield)
  expect(await refresh()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('the application gets a token of its own for a known scope', async () => {
  const amazon = await startForTest()
  const form = { grant_type: 'client_credentials', ...credentials }
  const answer = await ask(amazon, { ...form, scope: 'sellingpartnerapi::notifications' })
  expect(answer).toMatchObject({ status: 200, body: { scope: 'sellingpartnerapi::notifications' } })
  expect(answer.body).not.toHaveProperty('refresh_token')
  expect(await ask(amazon, { ...form, scope: 'everything' })).toMatchObject({ body: { error: 'invalid_scope' } })
})

test.each([
  ['another secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ['another client', { client_id: 'wrong' }, 401, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
])('the token endpoint refuses %s', async (_, more, status, error) => {
  const amazon = await startForTest()
  expect(await exchange(amazon, makeCode(amazon), more)).toMatchObject({ status, body: { error } })
})

test('a request without a grant type is refused', async () => {
  expect(await ask(await startForTest(), credentials)).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
})

test('the token endpoint reads forms only', async () => {
  const { url } = await startForTest()
  const response = await fetch(`${url}/auth/o2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...credentials }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_request' })
})
