import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { canada, mexico, unitedStates } from '#server/testing/fake-marketplace.ts'

let test: AmazonConnectionFixture
let ops: Browser

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
})

const store = { name: 'My Amazon Store', sellerId: 'A1SELLER', region: 'us', marketplaces: [unitedStates] }
const save = (browser: Browser, changes: object = {}) =>
  browser.post('/api/settings/amazon-integration', { ...store, ...changes })
const actionsOf = async (browser: Browser) => {
  const entries = await test.deps.db.inCompany(browser.user.companyId ?? '', (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.resource, 'amazon-account')).orderBy(auditLog.createdAt),
  )
  return entries.map(({ action }) => action)
}

describe('saving the integration', () => {
  it('saves an account that Amazon has yet to authorize', async () => {
    const reply = await save(ops)
    expect(reply.json()).toMatchObject({ ...store, isActive: false, authorizedAt: null, lastSyncedAt: null })
    expect((await ops.get('/api/settings/amazon-integration')).json()).toEqual(reply.json())
    expect(await actionsOf(ops)).toEqual(['amazon.create'])
  })

  it('updates the account when the seller exists already, however the id is typed', async () => {
    const first = (await save(ops)).json<{ id: string }>()
    const second = await save(ops, { name: 'Renamed', sellerId: 'a1seller', marketplaces: [canada, canada] })
    expect(second.json()).toMatchObject({ id: first.id, name: 'Renamed', sellerId: 'A1SELLER', marketplaces: [canada] })
    expect(await test.accountRows(ops)).toHaveLength(1)
    expect(await actionsOf(ops)).toEqual(['amazon.create', 'amazon.update'])
  })

  it('keeps a connected account connected and syncs a newly chosen marketplace', async () => {
    await test.connect(ops)
    const { runs: before } = await test.traces(ops)
    await save(ops, { marketplaces: [unitedStates] })
    expect((await test.traces(ops)).runs).toEqual(before)
    const reply = await save(ops, { marketplaces: [unitedStates, mexico] })
    expect(reply.json()).toMatchObject({ isActive: true, marketplaces: [unitedStates, mexico] })
    expect((await test.traces(ops)).runs.length).toBeGreaterThan(0)
  })

  it('shows a disconnected account again, without authorizing it', async () => {
    const { id } = await test.connect(ops)
    await ops.delete(`/api/amazon/auth/${id}`)
    expect((await save(ops)).json()).toMatchObject({ id, isActive: false, authorizedAt: null })
    expect(await test.accountRows(ops)).toMatchObject([{ refreshToken: null, disconnectedAt: null }])
  })

  it.each([
    ['no marketplace', { marketplaces: [] }, 'marketplaces'],
    ['a marketplace of another region', { region: 'eu' }, 'marketplaces'],
    ['China', { region: 'fe', marketplaces: ['AAHKV2X7AFYLW'] }, 'marketplaces'],
    ['no name', { name: ' ' }, 'name'],
    ['no seller', { sellerId: '' }, 'sellerId'],
  ])('refuses %s', async (_what, changes, field) => {
    const reply = await save(ops, changes)
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ errors: { field: string }[] }>().errors.map((error) => error.field.split('.')[0])).toContain(
      field,
    )
  })
})

describe('a seller account that two companies are connected to', () => {
  let sellers = 0
  let sellerId = ''
  beforeEach(() => {
    sellers += 1
    sellerId = `A9SHARED${sellers}`
  })
  const shared = async (browser: Browser) =>
    (await browser.get(`/api/amazon/auth/status/${browser.user.companyId}`)).json<AmazonAccount[]>()
  const marketplacesOf = async (browser: Browser) =>
    (await shared(browser)).map(({ sharedMarketplaceIds }) => sharedMarketplaceIds)

  it('is told to both, with the marketplaces that both count and without the other’s name', async () => {
    const other = await test.as('ops')
    await test.connect(ops, { sellerId })
    expect(await marketplacesOf(ops)).toEqual([[]])
    const { id } = await test.connect(other, { sellerId, integrationName: 'A stranger’s store' })
    const own = await shared(ops)
    expect(own).toMatchObject([{ sharedMarketplaceIds: expect.arrayContaining([unitedStates]) }])
    expect(JSON.stringify(own)).not.toContain('stranger')
    expect(await marketplacesOf(other)).toEqual([own[0]?.sharedMarketplaceIds])
    await other.delete(`/api/amazon/auth/${id}`)
    expect(await marketplacesOf(ops)).toEqual([[]])
  })

  it('is not told to somebody who has only typed its id', async () => {
    const other = await test.as('ops')
    await test.connect(ops, { sellerId })
    await save(other, { sellerId })
    expect([await marketplacesOf(ops), await marketplacesOf(other)]).toEqual([[[]], [[]]])
  })

  it('is no matter where they count different marketplaces', async () => {
    const other = await test.as('ops')
    await test.connect(ops, { sellerId })
    await test.connect(other, { sellerId })
    await save(ops, { sellerId, marketplaces: [unitedStates] })
    await save(other, { sellerId, marketplaces: [canada] })
    expect([await marketplacesOf(ops), await marketplacesOf(other)]).toEqual([[[]], [[]]])
  })
})

describe('the status', () => {
  const status = async (browser: Browser) => (await browser.get('/api/amazon/status')).json<object>()

  it('goes from none to saved to connected', async () => {
    expect(await status(ops)).toMatchObject({ isConnected: false, hasCredentials: false, sellerId: null, region: null })
    await save(ops)
    expect(await status(ops)).toMatchObject({ isConnected: false, hasCredentials: true, sellerId: 'A1SELLER' })
    await test.connect(ops)
    expect(await status(ops)).toMatchObject({
      isConnected: true,
      marketplaceId: unitedStates,
      region: 'us',
      refusedAccounts: 0,
    })
  })

  it('reports an account that works before one that does not', async () => {
    await save(ops, { sellerId: 'A0', name: 'Saved first' })
    await test.connect(ops, { sellerId: 'A1', integrationName: 'Works' })
    expect(await status(ops)).toMatchObject({ isConnected: true, name: 'Works', accounts: 2 })
    expect((await ops.get('/api/settings/amazon-integration')).json()).toMatchObject({ name: 'Works' })
  })

  it('does not call Amazon', async () => {
    await test.connect(ops)
    const callsBefore = test.amazon.asked.length
    await status(ops)
    expect(test.amazon.asked).toHaveLength(callsBefore)
  })
})

describe('the setup information', () => {
  const missing = async (browser: Browser) =>
    (await browser.get('/api/amazon/setup-info')).json<{ missingCredentials: string[] }>().missingCredentials

  it('asks for seller and authorization, then for the authorization alone, then for nothing', async () => {
    expect(await missing(ops)).toEqual(['Seller ID', 'Amazon authorization'])
    await save(ops)
    expect(await missing(ops)).toEqual(['Amazon authorization'])
    await test.connect(ops)
    expect(await missing(ops)).toEqual([])
    await save(ops, { sellerId: 'A2', name: 'Second' })
    expect(await missing(ops)).toEqual(['Amazon authorization for “Second”'])
  })
})

describe('disconnecting an account', () => {
  it('deletes its tokens and schedule, keeps its row and hides it', async () => {
    const { id } = await test.connect(ops)
    const reply = await ops.delete(`/api/amazon/auth/${id}`)
    expect([reply.statusCode, reply.json()]).toEqual([200, { id }])
    const { accounts, schedules } = await test.traces(ops)
    expect(accounts).toMatchObject([
      { isActive: false, refreshToken: null, accessToken: null, disconnectedAt: test.clock.now() },
    ])
    expect(schedules).toEqual([])
    expect((await ops.get(`/api/amazon/auth/status/${ops.user.companyId}`)).json()).toEqual([])
    expect(await actionsOf(ops)).toEqual(['amazon.connect', 'amazon.disconnect'])
  })

  it('is not found the second time, and neither is a connection attempt', async () => {
    const { id } = await test.connect(ops)
    await ops.delete(`/api/amazon/auth/${id}`)
    expect((await ops.delete(`/api/amazon/auth/${id}`)).statusCode).toBe(404)
    await test.begin(ops)
    const attempt = (await test.accountRows(ops)).find(({ sellerId }) => sellerId === null)
    expect((await ops.delete(`/api/amazon/auth/${attempt?.id}`)).statusCode).toBe(404)
  })
})

describe('permissions and tenant isolation', () => {
  it('readonly users see accounts and status and can change nothing', async () => {
    const { id, companyId } = await test.connect(ops)
    const reader = await test.as('readonly', companyId)
    expect((await reader.get(`/api/amazon/auth/status/${companyId}`)).json()).toMatchObject([{ id, isActive: true }])
    expect((await reader.get('/api/amazon/status')).statusCode).toBe(200)
    const refused = [
      await reader.post('/api/amazon/test'),
      await save(reader),
      await reader.delete(`/api/amazon/auth/${id}`),
      await reader.post('/api/amazon/auth/initiate', { companyId, integrationName: 'x', region: 'us' }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  })

  it('a company does not see another company’s accounts', async () => {
    const { id, companyId } = await test.connect(ops)
    const other = await test.as('ops')
    expect((await other.get(`/api/amazon/auth/status/${companyId}`)).statusCode).toBe(404)
    expect((await other.delete(`/api/amazon/auth/${id}`)).statusCode).toBe(404)
    expect((await other.get('/api/amazon/status')).json()).toMatchObject({ accounts: 0 })
    const own = (await save(other)).json<{ id: string }>()
    expect(own.id).not.toBe(id)
  })
})

describe('without an Amazon application', () => {
  it('every endpoint names the missing environment variables', async () => {
    const server = await createTestApp()
    const browser = await server.as('ops')
    const info = (await browser.get('/api/amazon/setup-info')).json<{ missingCredentials: string[] }>()
    expect(info.missingCredentials).toEqual(['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET', 'AMAZON_APP_ID'])
    const body = { companyId: browser.user.companyId, integrationName: 'x', region: 'us' }
    for (const reply of [await browser.post('/api/amazon/auth/initiate', body), await save(browser)]) {
      expect(reply.statusCode).toBe(409)
      for (const name of info.missingCredentials) expect(reply.body).toContain(name)
    }
    const tested = (await browser.post('/api/amazon/test')).json<{ success: boolean; message: string }>()
    expect([tested.success, tested.message.includes('AMAZON_APP_ID')]).toEqual([false, true])
    await server.close()
  })
})
