import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { createAmazonClient } from './client.ts'
import { connectAccount } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { operation } from './operation.ts'
import { getMarketplaceParticipations } from './operations/sellers.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  account = await connectAccount(testSettings(amazon).settings)
})
afterAll(() => amazon.stop())

const putThing = operation({
  name: 'putThing',
  method: 'PUT',
  rate: 5,
  burst: 5,
  isRepeatable: true,
  request: (body: { name: string }) => ({ path: '/things/A%2FB', query: { marketplaceIds: ['ATVPDKIKX0DER'] }, body }),
  wire: z.object({}),
})

/** A fetch that answers everything at once and records the requests. */
function echo(answer: () => Response, given: { spApiUrl?: string | undefined } = {}) {
  const { settings, requests } = testSettings(amazon, given)
  const { fetch } = settings
  return {
    requests,
    client: createAmazonClient({
      ...settings,
      fetch: async (url, init) => {
        const response = url.endsWith('/auth/o2/token') ? await fetch(url, init) : null
        if (response) return response
        requests.push({ url, init })
        return answer()
      },
    }),
  }
}

it('every request has the headers that Amazon requires, and a content type only with a body', async () => {
  const { client, requests } = echo(() => Response.json({ payload: [] }))
  await client.call(account, putThing, { name: 'x' })
  await client.call(account, getMarketplaceParticipations, {})
  const [put, get] = requests.filter(({ url }) => !url.includes('/auth/'))
  expect(put?.url).toBe(`${amazon.url}/things/A%2FB?marketplaceIds=ATVPDKIKX0DER`)
  expect(put?.init).toMatchObject({ method: 'PUT', body: '{"name":"x"}', redirect: 'manual' })
  expect(put?.init.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Lockstep\/1\.0\.0 \(Language=TypeScript; Platform=Node\/\d+\)$/),
    'x-amz-access-token': expect.stringMatching(/^Atza/),
  })
  expect(get?.init.headers).not.toHaveProperty('content-type')
  expect(get?.init.body).toBeUndefined()
})

it('a call goes to the endpoint of its marketplace, else of the account’s first one', async () => {
  const { client, requests } = echo(() => Response.json({ payload: [] }), { spApiUrl: undefined })
  await client.call(account, getMarketplaceParticipations, {})
  await client.call(account, getMarketplaceParticipations, {}, { marketplaceId: 'A21TJRUUN4KGV' })
  const hosts = requests.filter(({ url }) => !url.includes('/auth/')).map(({ url }) => new URL(url).host)
  expect(hosts).toEqual(['sellingpartnerapi-na.amazon.com', 'sellingpartnerapi-eu.amazon.com'])
})

it('an empty answer counts as an answer without fields', async () => {
  const { client } = echo(() => new Response('', { status: 200 }))
  await expect(client.call(account, putThing, { name: 'x' })).resolves.toEqual({})
})

it('an answer with nothing but errors is a refusal, whatever its status is', async () => {
  const errors = [{ code: 'InvalidInput', message: 'The moon is in the wrong house.' }]
  const saysNo = echo(() => Response.json({ errors })).client.call(account, putThing, { name: 'x' })
  await expect(saysNo).rejects.toThrow('Amazon refused this (200 InvalidInput): The moon is in the wrong house.')
  await expect(saysNo).rejects.toMatchObject({ name: 'Rejected', code: 'InvalidInput' })
  const { client } = echo(() => Response.json({ payload: [], errors }))
  await expect(client.call(account, getMarketplaceParticipations, {})).resolves.toEqual({ payload: [] })
  const silent = echo(() => Response.json({ errors: [] })).client
  await expect(silent.call(account, putThing, { name: 'x' })).resolves.toEqual({})
})

it('an error message shows only the beginning of Amazon’s text', async () => {
  const errors = Array.from({ length: 500 }, () => ({ code: 'C'.repeat(9_000), message: 'words '.repeat(9_000) }))
  const { client } = echo(() => Response.json({ errors }, { status: 400 }))
  const refused = await client.call(account, putThing, { name: 'x' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'Rejected', code: 'C'.repeat(100) })
  expect((refused as Error).message.length).toBeLessThan(3_000)
})

it('the client does not follow redirects, because it carries a token', async () => {
  const { client, requests } = echo(() => Response.redirect('https://elsewhere.example/', 302))
  await expect(client.call(account, putThing, { name: 'x' })).rejects.toThrow('technical problems (302)')
  expect(requests.some(({ url }) => url.includes('elsewhere'))).toBe(false)
})

it('the client keeps to Amazon’s rate limit, also with several concurrent callers', async () => {
  const { settings } = testSettings(amazon)
  const client = createAmazonClient(settings)
  const deadline = amazon.clock.time() + 300_000
  await Promise.all(
    Array.from({ length: 17 }, () => client.call(account, getMarketplaceParticipations, {}, { deadline })),
  )
  expect(amazon.stats.read()['getMarketplaceParticipations']).toMatchObject({ requests: 17, violations: 0 })
  const hurried = client.call(account, getMarketplaceParticipations, {}, { deadline: amazon.clock.time() + 1_000 })
  await expect(hurried).rejects.toMatchObject({ name: 'Unavailable', retryAfterSeconds: expect.any(Number) })
})

it('the client takes over the rate that Amazon sends', async () => {
  const { client } = echo(() => Response.json({ payload: [] }, { headers: { 'x-amzn-ratelimit-limit': '1' } }))
  const began = amazon.clock.time()
  for (let count = 0; count < 20; count += 1) await client.call(account, getMarketplaceParticipations, {})
  expect(amazon.clock.time() - began).toBeLessThan(10_000)
})
