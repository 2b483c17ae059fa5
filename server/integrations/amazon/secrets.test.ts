import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultKinds } from '#emulators/amazon/faults/faults.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { createAmazonClient } from './client.ts'
import { control, giveConsent, marketplaceId, connectAccount, sellerId } from './fixtures/seller-account.ts'
import { application, testSettings, type TestSettings } from './fixtures/test-settings.ts'
import { createAmazonMarketplace } from './marketplace.ts'

let amazon: RunningAmazon

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
})
afterAll(() => amazon.stop())

/** All secrets that were sent or received. */
function secretsSent({ requests }: TestSettings): Set<string> {
  const sent = requests.flatMap(({ init }) => {
    const form = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    const secrets = ['client_secret', 'refresh_token', 'code'].map((name) => form.get(name))
    return [new Headers(init.headers).get('x-amz-access-token'), ...secrets]
  })
  return new Set(sent.filter((secret) => secret !== null))
}

const everythingOf = (error: unknown) => inspect(error, { depth: 10, showHidden: true })

it('no log line and no error contains a secret, whatever goes wrong', async () => {
  const test = testSettings(amazon, { mayHang: true })
  const errors: unknown[] = []
  const port = createAmazonMarketplace(test.settings)
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  for (const kind of faultKinds) {
    const account = await connectAccount(test.settings)
    for (const operation of ['*', 'lwa']) {
      amazon.faults.add({ kind, operation, every: 1 })
      await attempt(port.readStock(account, { marketplaceId }))
      await attempt(port.authorize(await giveConsent(amazon.url)))
      amazon.faults.clear()
    }
  }
  const account = await connectAccount(test.settings)
  await attempt(port.readStock(account, { marketplaceId: 'A1PA6795UKMFR9' }))
  await attempt(port.authorize('a-code-that-was-never-given'))
  await control(amazon.url, 'POST', 'revoke', { sellerId })
  await attempt(port.readParticipations(account))
  const said = [...test.lines.map((line) => JSON.stringify(line)), ...errors.map(everythingOf)].join('\n')

  const secrets = secretsSent(test)
  expect(errors.length).toBeGreaterThan(faultKinds.length)
  expect(secrets.size).toBeGreaterThan(faultKinds.length)
  expect([...secrets].filter((secret) => said.includes(secret))).toEqual([])
})

it('a secret that Amazon repeats is removed, and a token that a header can’t carry is refused', async () => {
  const test = testSettings(amazon)
  const echoing = {
    ...test.settings,
    fetch: async (url: string, init: RequestInit) => {
      if (url.endsWith('/auth/o2/token')) return test.settings.fetch(url, init)
      const token = new Headers(init.headers).get('x-amz-access-token')
      return Response.json({ errors: [{ code: 'InvalidInput', message: `Bad ${token}` }] }, { status: 422 })
    },
  }
  const account = await connectAccount(test.settings)
  const port = createAmazonMarketplace(echoing)
  await expect(port.readParticipations(account)).rejects.toThrow('Amazon refused this (422 InvalidInput): Bad [secret]')
  expect(test.unknown).toEqual(['getMarketplaceParticipations 422 InvalidInput'])

  const broken = createAmazonClient({
    ...test.settings,
    fetch: async () => Response.json({ access_token: 'Atza|with\nnewline', expires_in: 3600 }),
  })
  const error = await broken.authorize('a-code').catch((thrown: unknown) => thrown)
  expect(everythingOf(error)).toContain('no token in it')
  expect(everythingOf(error)).not.toContain('newline')
})

it('each call and each failed attempt writes one log line', async () => {
  const test = testSettings(amazon, { latency: () => 50 })
  const account = await connectAccount(test.settings)
  const port = createAmazonMarketplace(test.settings)
  await port.readParticipations(account)
  test.lines.length = 0
  amazon.faults.add({ kind: 'error-503', next: 1 })
  await port.readStock(account, { marketplaceId })
  const about = { operation: 'getInventorySummaries', accountId: account.id, requestId: expect.stringMatching(/.+/) }
  expect(test.lines).toEqual([
    {
      ...about,
      level: 'warn',
      message: 'Amazon is having technical problems (503).',
      status: 503,
      attempt: 1,
      waited: 0,
      took: 100,
      pause: 500,
    },
    { ...about, level: 'debug', message: 'Amazon answered', status: 200, attempt: 2, waited: 600, took: 100 },
  ])
})
