import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createCaller, startForTest, userAgent } from '../fixtures/amazon-fixture.ts'
import { issueAccessToken, revokeTokens } from '../lwa/tokens.ts'
import type { RunningAmazon } from '../start-amazon.ts'

const participations = '/sellers/v1/marketplaceParticipations'
const uuid = /^[0-9a-f-]{36}$/

test('a reply has a request id and the rate', async () => {
  const call = createCaller(await startForTest({ limits: 'amazon' }))
  const { status, headers, body } = await call(participations)
  expect(status).toBe(200)
  expect(headers.get('x-amzn-requestid')).toMatch(uuid)
  expect(headers.get('x-amzn-ratelimit-limit')).toBe('0.016')
  expect(body).toMatchObject({
    payload: [
      {
        marketplace: {
          id: 'ATVPDKIKX0DER',
          countryCode: 'US',
          defaultCurrencyCode: 'USD',
          domainName: 'www.amazon.com',
        },
        participation: { isParticipating: true, hasSuspendedListings: false },
        storeName: 'Northfield Outfitters',
      },
      { marketplace: { id: 'A2EUQ1WTGCTBG2' }, participation: { isParticipating: true } },
      { marketplace: { id: 'A1AM78C64UM0Y8' }, participation: { isParticipating: false } },
      { marketplace: { id: 'A2Q3Y263D00KWC' }, participation: { isParticipating: false } },
    ],
  })
})

test('the account is described', async () => {
  const call = createCaller(await startForTest(), 'A3DKIEFERHAUS')
  const { body } = await call('/sellers/v1/account')
  expect(body).toMatchObject({ payload: { businessType: 'PRIVATE_LIMITED', sellingPlan: 'PROFESSIONAL' } })
})

test.each([
  ['no token', {}],
  ['an unknown token', { 'x-amz-access-token': 'Atza|made-up' }],
])('a request with %s is refused without the rate', async (_, headers) => {
  const { url } = await startForTest()
  const response = await fetch(url + participations, { headers: { 'user-agent': userAgent, ...headers } })
  expect(response.status).toBe(403)
  expect(response.headers.get('x-amzn-ratelimit-limit')).toBeNull()
  expect(response.headers.get('x-amzn-requestid')).toMatch(uuid)
  expect(await response.json()).toMatchObject({ errors: [{ code: 'Unauthorized', details: expect.any(String) }] })
})

test('a token expires after an hour, and the reply says so', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.clock.advance(3_599_000)
  expect((await call(participations)).status).toBe(200)
  amazon.clock.advance(1_000)
  const { status, body } = await call(participations)
  expect(status).toBe(403)
  expect(body).toMatchObject({ errors: [{ code: 'Unauthorized', details: expect.stringMatching(/expired/) }] })
})

test('the token of a seller who withdrew the consent is refused', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  revokeTokens(amazon.state.tokens, 'A1K7NORTHFIELD')
  expect((await call(participations)).status).toBe(403)
})

test('grantless operations take only the application’s token, the others only a seller’s', async () => {
  const amazon = await startForTest()
  const scope = 'sellingpartnerapi::notifications'
  const token = issueAccessToken(amazon.state.tokens, { sellerId: null, scope }, amazon.clock.now())
  const call = createCaller(amazon)
  const own = { headers: { 'x-amz-access-token': token } }
  const destinations = '/notifications/v1/destinations'
  expect((await call(destinations, own)).status).toBe(200)
  expect((await call(destinations)).status).toBe(403)
  expect((await call(participations, own)).status).toBe(403)
})

test('without limits the reply names a very high rate', async () => {
  const { headers } = await createCaller(await startForTest({ limits: 'off' }))(participations)
  expect(Number(headers.get('x-amzn-ratelimit-limit'))).toBeGreaterThan(1_000)
})

test.each([
  ['without Language', 'Lockstep/1.0'],
  ['of a browser', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['of over 500 characters', `Lockstep/1.0 (Language=TypeScript; Platform=${'x'.repeat(500)})`],
])('a user agent %s is refused', async (_, agent) => {
  const call = createCaller(await startForTest({ limits: 'amazon' }))
  const { status, headers, body } = await call(participations, { headers: { 'user-agent': agent } })
  expect(status).toBe(400)
  expect(headers.get('x-amzn-ratelimit-limit')).toBe('0.016')
  expect(body).toMatchObject({ errors: [{ code: 'InvalidInput', message: expect.stringMatching(/user-agent/) }] })
})

test('a GET with a content length is refused', async () => {
  const amazon = await startForTest()
  const answer = await sendRaw(amazon, `GET ${participations} HTTP/1.1`, ['content-length: 0'])
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('neither a body nor a content-length')
})

test('other paths and methods are not found', async () => {
  const call = createCaller(await startForTest())
  for (const sent of [call('/sellers/v2/nothing'), call(participations, { method: 'DELETE' })]) {
    const { status, body } = await sent
    expect(status).toBe(404)
    expect(body).toMatchObject({ errors: [{ code: 'NotFound' }] })
  }
})

test.each([
  ['broken JSON', '{"sellerSku":', 'application/json'],
  ['another content type', 'sellerSku=1', 'application/x-www-form-urlencoded'],
])('a body of %s is refused', async (_, body, contentType) => {
  const amazon = await startForTest()
  const token = issueAccessToken(amazon.state.tokens, { sellerId: 'A1K7NORTHFIELD', scope: null }, amazon.clock.now())
  const response = await fetch(`${amazon.url}/fba/inventory/v1/items`, {
    method: 'POST',
    headers: { 'user-agent': userAgent, 'x-amz-access-token': token, 'content-type': contentType },
    body,
  })
  expect(response.status).toBe(400)
})

test('a body of over ten megabytes is refused', async () => {
  const { url } = await startForTest()
  const response = await fetch(`${url}/fba/inventory/v1/items`, { method: 'POST', body: 'x'.repeat(30_000_000) })
  expect(response.status).toBe(413)
})

test('calls beyond the burst are throttled and counted as violations', async () => {
  const amazon = await startForTest({ limits: 'amazon' })
  const call = createCaller(amazon)
  const begun = amazon.clock.now().toISOString()
  const statuses = []
  for (let count = 0; count < 17; count += 1) statuses.push((await call(participations)).status)
  expect(statuses).toEqual([...Array<number>(15).fill(200), 429, 429])
  amazon.clock.advance(62_500)
  const { status } = await call(participations)
  expect(status).toBe(200)
  expect(amazon.stats.read()).toEqual({
    getMarketplaceParticipations: {
      requests: 18,
      violations: 2,
      firstAt: begun,
      lastAt: amazon.clock.now().toISOString(),
    },
  })
})

test('a throttled reply has Amazon’s text and no rate', async () => {
  const amazon = await startForTest({ limits: 'amazon' })
  const call = createCaller(amazon)
  const answers = await Promise.all(Array.from({ length: 16 }, () => call(participations)))
  const throttled = answers.find(({ status }) => status === 429)
  expect(throttled?.body).toMatchObject({ errors: [{ code: 'QuotaExceeded' }] })
  expect(throttled?.headers.get('x-amzn-ratelimit-limit')).toBeNull()
})

async function sendRaw({ url, state, clock }: RunningAmazon, line: string, headers: string[]): Promise<string> {
  const token = issueAccessToken(state.tokens, { sellerId: 'A1K7NORTHFIELD', scope: null }, clock.now())
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const all = [`host: ${host}`, 'connection: close', `user-agent: ${userAgent}`, `x-amz-access-token: ${token}`]
  socket.end([line, ...all, ...headers, '', ''].join('\r\n'))
  return text(socket)
}
