import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { Rejected, Unauthorized } from '#server/ports/failure.ts'
import { StaleCursor, type MarketplaceAccount, type StockQuestion, type StockRow } from '#server/ports/marketplace.ts'
import { control, giveConsent, marketplaceId, connectAccount, sellerId, putItems } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { createAmazonMarketplace } from './marketplace.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
})
afterAll(() => amazon.stop())
beforeEach(async () => {
  account = await connectAccount(testSettings(amazon).settings)
})

const marketplace = (given = {}) => createAmazonMarketplace(testSettings(amazon, given).settings)

async function readAll(question: Partial<StockQuestion> = {}): Promise<StockRow[]> {
  const rows: StockRow[] = []
  const port = marketplace()
  let page = await port.readStock(account, { marketplaceId, ...question })
  rows.push(...page.rows)
  while (page.next) {
    page = await port.readStock(account, { marketplaceId, ...question, cursor: page.next })
    rows.push(...page.rows)
  }
  return rows
}

const byName = (one: string, other: string) => (one < other ? -1 : 1)

it.each([
  ['us', undefined, 'https://sellercentral.amazon.com'],
  ['eu', undefined, 'https://sellercentral-europe.amazon.com'],
  ['us', 'A2EUQ1WTGCTBG2', 'https://sellercentral.amazon.ca'],
  ['fe', 'A1VC38T7YXB528', 'https://sellercentral.amazon.co.jp'],
  ['fe', 'A21TJRUUN4KGV', 'https://sellercentral.amazon.in'],
] as const)('the seller of %s %s is sent to the consent page of %s', (region, marketplaceId, host) => {
  const request = { region, state: 'a state+/=', ...(marketplaceId ? { marketplaceId } : {}) }
  const url = new URL(marketplace({ sellerCentralUrl: undefined }).consentUrl(request))
  expect(url.origin).toBe(host)
  expect(url.pathname).toBe('/apps/authorize/consent')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    application_id: application.appId,
    state: 'a state+/=',
    redirect_uri: application.redirectUri,
  })
})

it('the Far East as a whole and China have no consent page', () => {
  const { consentUrl } = marketplace({ sellerCentralUrl: undefined })
  expect(() => consentUrl({ region: 'fe', state: 's' })).toThrow('Choose a country.')
  expect(() => consentUrl({ region: 'fe', marketplaceId: 'AAHKV2X7AFYLW', state: 's' })).toThrow('China')
})

it('an authorization code is exchanged once, within five minutes', async () => {
  const code = await giveConsent(amazon.url)
  const { refreshToken, accessToken, expiresAt } = await marketplace().authorize(code)
  expect(refreshToken).toMatch(/^Atzr\|/)
  expect(accessToken).toMatch(/^Atza\|/)
  expect(expiresAt.getTime() - amazon.clock.time()).toBe(3_600_000)
  await expect(marketplace().authorize(code)).rejects.toThrow(Unauthorized)

  const tooLate = await giveConsent(amazon.url)
  amazon.clock.advance(301_000)
  await expect(marketplace().authorize(tooLate)).rejects.toThrow(
    'Amazon no longer accepts this consent code: it was already used, or is older than 5 minutes. Connect again.',
  )
})

it('a wrong application secret is reported to the operator, not to the seller', async () => {
  const port = marketplace({ clientSecret: 'an old secret' })
  const refused = { name: 'Rejected', code: 'invalid_client', whoActs: 'lockstep' }
  await expect(port.authorize(await giveConsent(amazon.url))).rejects.toMatchObject(refused)
  await expect(port.readParticipations(account)).rejects.toMatchObject(refused)
})

it('participations say where the account sells', async () => {
  const participations = await marketplace().readParticipations(account)
  expect(participations).toContainEqual({
    marketplaceId,
    name: expect.any(String),
    countryCode: 'US',
    isParticipating: true,
  })
})

it('a withdrawn consent is reported as unauthorized', async () => {
  const port = marketplace()
  await port.readParticipations(account)
  await control(amazon.url, 'POST', 'revoke', { sellerId })
  await expect(port.readParticipations(account)).rejects.toThrow(Unauthorized)
  await expect(marketplace().readStock(account, { marketplaceId })).rejects.toThrow(
    'Amazon has ended Lockstep’s access to this account. Authorize it again.',
  )
})

it('stock is read page by page, whatever characters a SKU has', async () => {
  const strange = ['A,B', 'A/B', 'A B', 'A+B', '100%', 'Ä-ß-日本', 'a&b=c?d#e', "it's", '..']
  const plain = Array.from({ length: 120 }, (_, index) => `PLAIN-${index}`)
  await putItems(
    amazon.url,
    [...strange, ...plain].map((sku) => ({ sku, title: `Title of ${sku}`, fulfillable: 3 })),
  )
  const rows = await readAll()
  expect(rows.map(({ sku }) => sku).toSorted(byName)).toEqual([...strange, ...plain].toSorted(byName))
})

it('inbound quantities are added up, and only changes are read when requested', async () => {
  const before = new Date(amazon.clock.time())
  amazon.clock.advance(1_000)
  const held = { fulfillable: 7, reserved: 2, inboundWorking: 1, inboundShipped: 10, inboundReceiving: 100 }
  await putItems(amazon.url, [{ sku: 'TEE-L', title: 'Tee, large', ...held }])
  const rows = await readAll({ changedSince: before })
  expect(rows).toEqual([
    {
      sku: 'TEE-L',
      asin: expect.stringMatching(/^B/),
      fnsku: expect.stringMatching(/^X/),
      title: 'Tee, large',
      qtyAvailable: 7,
      qtyReserved: 2,
      qtyInbound: 111,
      changedAt: new Date(amazon.clock.time()),
    },
  ])
})

it('a page carries the time of its request', async () => {
  const port = marketplace({ latency: () => 700 })
  await port.readParticipations(account)
  const began = amazon.clock.time()
  const { readAt, waited, next } = await port.readStock(account, { marketplaceId })
  expect(readAt.getTime()).toBe(began)
  expect(next?.madeAt).toEqual(readAt)
  expect(waited).toBe(1_400)
})

it('an expired page token is reported as stale, without a request when that is certain', async () => {
  const { settings, requests } = testSettings(amazon)
  const port = createAmazonMarketplace(settings)
  const { next } = await port.readStock(account, { marketplaceId })
  if (!next) throw new Error('There should be a second page')
  const unknown = { token: 'not one of Amazon’s', madeAt: next.madeAt }
  await expect(port.readStock(account, { marketplaceId, cursor: unknown })).rejects.toThrow(StaleCursor)
  amazon.clock.advance(30_001)
  const late = { token: next.token, madeAt: new Date(amazon.clock.time()) }
  await expect(port.readStock(account, { marketplaceId, cursor: late })).rejects.toThrow(StaleCursor)
  const asked = requests.length
  await expect(port.readStock(account, { marketplaceId, cursor: next })).rejects.toThrow(StaleCursor)
  expect(requests).toHaveLength(asked)
})

it('a seller without FBA is refused with an explanation', async () => {
  const seller = amazon.state.sellers[sellerId]
  if (!seller) throw new Error('There should be a seller')
  seller.hasFba = false
  await expect(marketplace().readStock(account, { marketplaceId })).rejects.toThrow(
    'This seller has no stock in Amazon’s warehouses in this marketplace.',
  )
  seller.hasFba = true
  await expect(marketplace().readStock(account, { marketplaceId: 'A1PA6795UKMFR9' })).rejects.toMatchObject({
    code: 'wrong_marketplace',
    whoActs: 'you',
  })
  await expect(marketplace().readStock(account, { marketplaceId: 'A1PA6795UKMFR9' })).rejects.toThrow(Rejected)
})

it('a read stops when its signal is aborted', async () => {
  const stop = new AbortController()
  stop.abort(new Error('The process ends'))
  await expect(marketplace().readStock(account, { marketplaceId, signal: stop.signal })).rejects.toThrow(
    'The process ends',
  )
})
