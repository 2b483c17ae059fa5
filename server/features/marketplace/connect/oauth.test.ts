import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAddress } from '#contract/paths.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { personName } from '#server/platform/http/app.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import { buildUser } from '#server/testing/builders.ts'
import { openSession, type Browser } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { canada, mexico, participation, unitedStates, type MarketplaceCall } from '#server/testing/fake-marketplace.ts'

let test: AmazonConnectionFixture
let ops: Browser

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
  test.amazon.meanwhile = () => {}
  test.amazon.participations = [participation(unitedStates), participation(canada)]
})

const failed = (reason: string) => `/amazon-connection?status=error&reason=${reason}`
const auditOf = (browser: Browser) =>
  test.deps.db.inCompany(browser.user.companyId ?? '', (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.resource, 'amazon-account')),
  )

describe('starting a connection', () => {
  const ask = (browser: Browser, body: object) =>
    browser.post('/api/amazon/auth/initiate', {
      companyId: browser.user.companyId,
      integrationName: 'Store',
      region: 'us',
      ...body,
    })

  it('redirects to Amazon with a state of which only a hash is stored, for ten minutes', async () => {
    const reply = await ask(ops, {})
    const state = new URL(reply.json<{ authorizationUrl: string }>().authorizationUrl).searchParams.get('state') ?? ''
    expect(Buffer.from(state, 'base64url')).toHaveLength(32)
    const [attempt] = await test.accountRows(ops)
    expect(attempt).toMatchObject({
      sellerId: null,
      isActive: false,
      authorizationState: createHash('sha256')
        .update(`${ops.user.companyId}:${ops.user.id}:${state}`)
        .digest('base64url'),
      authorizationStateExpiresAt: new Date(test.clock.now().getTime() + 600_000),
    })
  })

  it('shows the attempt nowhere', async () => {
    await test.begin(ops)
    expect((await ops.get(`/api/amazon/auth/status/${ops.user.companyId}`)).json()).toEqual([])
    expect((await ops.get('/api/settings/amazon-integration')).json()).toBeNull()
    expect((await ops.get('/api/amazon/status')).json()).toMatchObject({ hasCredentials: false, accounts: 0 })
  })

  it.each([
    ['no country for the Far East', { region: 'fe' }, 'marketplaceId', 'country'],
    ['China', { region: 'fe', marketplaceId: 'AAHKV2X7AFYLW' }, 'marketplaceId', 'API access to its China marketplace'],
    ['a country of another region', { region: 'eu', marketplaceId: unitedStates }, 'marketplaceId', 'United States'],
  ])('refuses %s and says why', async (_name, body, field, words) => {
    const reply = await ask(ops, body)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ errors: [{ field }], detail: expect.stringContaining(words) })
    expect(await test.accountRows(ops)).toEqual([])
  })

  it('uses the country’s consent page where the region has none', async () => {
    await test.begin(ops, { region: 'fe', marketplaceId: 'A21TJRUUN4KGV' })
    expect(test.amazon.consents.at(-1)).toMatchObject({ region: 'fe', marketplaceId: 'A21TJRUUN4KGV' })
  })

  it('finds neither another company nor an account of one', async () => {
    const other = await test.as('ops')
    const account = await test.connect(other)
    expect((await ask(ops, { companyId: other.user.companyId })).statusCode).toBe(404)
    expect((await ask(ops, { accountId: account.id })).statusCode).toBe(404)
  })

  it('deletes expired attempts', async () => {
    await test.begin(ops)
    test.clock.advance(601)
    await test.begin(ops)
    expect(await test.accountRows(ops)).toHaveLength(1)
  })
})

describe('a granted consent', () => {
  it('connects the account with its marketplaces, a first full sync and an audit entry', async () => {
    const state = await test.begin(ops, { integrationName: 'Harbor US' })
    const reply = await test.consent(ops, state, { sellerId: 'A1HARBOR' })
    expect(reply.statusCode).toBe(302)
    expect(reply.headers).toMatchObject({
      location: '/amazon-connection?status=success',
      'referrer-policy': 'no-referrer',
    })
    const { accounts, runs } = await test.traces(ops)
    expect(accounts).toMatchObject([
      {
        name: 'Harbor US',
        sellerId: 'A1HARBOR',
        region: 'us',
        userId: ops.user.id,
        marketplaceIds: [unitedStates, canada],
        isActive: true,
        authorizedAt: test.clock.now(),
        authorizationState: null,
        authorizationStateExpiresAt: null,
      },
    ])
    expect(runs).toMatchObject([{ integrationId: accounts[0]?.id, kind: 'inventory', mode: 'full', status: 'running' }])
    expect(await auditOf(ops)).toMatchObject([
      { action: 'amazon.connect', userId: ops.user.id, changes: { after: { name: 'Harbor US', isActive: true } } },
    ])
  })

  it('includes only marketplaces of the region that we know and the seller participates in', async () => {
    test.amazon.participations = [
      participation('A1PA6795UKMFR9'),
      participation('A2ZV50J4W1RKNI'),
      participation(canada),
      participation(mexico, false),
    ]
    expect((await test.connect(ops)).marketplaceIds).toEqual([canada])
  })

  it('puts the country of the consent page first', async () => {
    test.amazon.participations = [participation('A1VC38T7YXB528'), participation('A39IBJ37TRP1C6')]
    const account = await test.connect(ops, { region: 'fe', marketplaceId: 'A39IBJ37TRP1C6' })
    expect(account.marketplaceIds).toEqual(['A39IBJ37TRP1C6', 'A1VC38T7YXB528'])
  })

  it('adds a second account beside the first', async () => {
    await test.connect(ops, { sellerId: 'A1' })
    await test.connect(ops, { sellerId: 'A2' })
    expect((await ops.get('/api/amazon/status')).json()).toMatchObject({ isConnected: true, accounts: 2 })
  })

  it('updates the tokens of an existing account instead of adding a second one', async () => {
    const first = await test.connect(ops, { sellerId: 'A1', integrationName: 'Old name' })
    const second = await test.connect(ops, { sellerId: 'A1', integrationName: 'New name' })
    expect(second).toMatchObject({ id: first.id, name: 'New name' })
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(await test.accountRows(ops)).toHaveLength(1)
  })

  it('revives a disconnected account, with all marketplaces that the seller has now', async () => {
    test.amazon.participations = [participation(canada)]
    const first = await test.connect(ops)
    await ops.delete(`/api/amazon/auth/${first.id}`)
    test.amazon.participations = [participation(unitedStates), participation(canada)]
    const again = await test.connect(ops)
    expect(again).toMatchObject({ id: first.id, isActive: true, disconnectedAt: null })
    expect(again.marketplaceIds).toEqual([unitedStates, canada])
  })

  it('keeps the marketplaces chosen in the settings, as far as the seller has them', async () => {
    const body = { name: 'Chosen', sellerId: 'A1SELLER', region: 'us', marketplaces: [mexico, canada] }
    await ops.post('/api/settings/amazon-integration', body)
    expect((await test.connect(ops)).marketplaceIds).toEqual([canada])
    expect(await test.accountRows(ops)).toHaveLength(1)
  })
})

describe('a failed consent', () => {
  const inCall = (call: MarketplaceCall['call'], error: Error) => () => {
    test.amazon.meanwhile = (request) => {
      if (request.call === call) throw error
    }
  }
  const good = (state: string) => ({
    state,
    selling_partner_id: 'A1',
    spapi_oauth_code: test.amazon.grant(`code-${state}`),
  })
  type Case = [string, string, (state: string) => Record<string, string>, (() => void)?]
  const cases: Case[] = [
    ['the seller denies', 'denied', (state) => ({ state, error: 'access_denied' })],
    ['the state is another', 'state', () => good('made-up')],
    ['there is no state', 'state', () => ({ selling_partner_id: 'A1', spapi_oauth_code: 'c' })],
    ['the code is not known (any more)', 'expired', (state) => ({ ...good(state), spapi_oauth_code: 'old' })],
    ['the answer comes after ten minutes', 'expired', good, () => test.clock.advance(600)],
    ['there is no code', 'refused', (state) => ({ state, selling_partner_id: 'A1' })],
    ['the seller’s id is none', 'refused', (state) => ({ ...good(state), selling_partner_id: '<script>' })],
    ['Amazon is away for the code', 'network', good, inCall('authorize', new Unavailable('away'))],
    ['Amazon refuses the code', 'refused', good, inCall('authorize', new Rejected('no'))],
    ['Amazon is away for the marketplaces', 'network', good, inCall('readParticipations', new Unavailable('away'))],
    ['Amazon refuses the marketplaces', 'refused', good, inCall('readParticipations', new Rejected('no role'))],
    ['Amazon lets nobody in', 'refused', good, inCall('readParticipations', new Unauthorized('revoked'))],
    ['the seller sells nowhere in the region', 'refused', good, () => void (test.amazon.participations = [])],
  ]

  it.each(cases)(
    'because %s redirects to the screen with the reason %s and leaves nothing behind',
    async (_why, reason, answer, set) => {
      await test.connect(ops, { sellerId: 'A0' })
      const before = await test.traces(ops)
      const state = await test.begin(ops)
      set?.()
      const reply = await test.comeBack(ops, answer(state))
      expect([reply.statusCode, reply.headers.location]).toEqual([302, failed(reason)])
      expect(reply.headers['referrer-policy']).toBe('no-referrer')
      await expireOpenAttempt(reason)
      expect(await test.traces(ops)).toEqual(before)
    },
  )

  it.each(cases)(
    'because %s leaves an account that was to be reauthorized as it was',
    async (_why, reason, answer, set) => {
      const account = await test.connect(ops, { sellerId: 'A1' })
      const before = await test.traces(ops)
      const state = await test.begin(ops, { accountId: account.id })
      set?.()
      expect((await test.comeBack(ops, answer(state))).headers.location).toBe(failed(reason))
      await expireOpenAttempt(reason)
      expect(withoutMoment(await test.traces(ops))).toEqual(withoutMoment(before))
    },
  )

  /** A callback with another state leaves the attempt, which is deleted when it expires. */
  async function expireOpenAttempt(reason: string) {
    if (reason !== 'state') return
    test.clock.advance(600)
    const other = await test.begin(ops)
    await test.comeBack(ops, { state: other, error: 'access_denied' })
  }

  const withoutMoment = ({ accounts, ...traces }: Awaited<ReturnType<typeof test.traces>>) => ({
    ...traces,
    accounts: accounts.map(({ updatedAt: _updatedAt, ...account }) => account),
  })

  it('of another seller leaves the account as it was', async () => {
    const account = await test.connect(ops, { sellerId: 'A1' })
    const state = await test.begin(ops, { accountId: account.id })
    const reply = await test.consent(ops, state, { sellerId: 'A2' })
    expect(reply.headers.location).toBe(failed('other-seller'))
    expect(await test.accountRows(ops)).toMatchObject([{ sellerId: 'A1', refreshToken: account.refreshToken }])
  })

  it('without a session is reported after sign-in, and the attempt expires', async () => {
    const state = await test.begin(ops)
    const reply = await test.comeBack({ headers: { cookie: '' } }, good(state))
    expect(reply.headers.location).toBe(signInAddress(failed('signed-out')))
    expect(await test.accountRows(ops)).toMatchObject([{ sellerId: null }])
  })

  it('counts against the credential rate limit', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1) {
      statuses.push((await test.comeBack(ops, { state: 'guessed' }, '10.9.9.9')).statusCode)
    }
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([302]))
    expect(statuses.at(-1)).toBe(429)
  })

  it('brought back by a colleague connects nothing and is in the audit log', async () => {
    const state = await test.begin(ops)
    const colleague = await buildUser(test.deps.db, { role: 'ops', companyId: ops.user.companyId })
    const session = await openSession(test.deps, colleague.id)
    expect((await test.comeBack(session, good(state))).headers.location).toBe(failed('state'))
    await test.app.http.refusals.flush()
    expect(await auditedChanges(test.deps.db, ops.user.companyId, 'access.refuse')).toMatchObject([
      {
        actor_name: personName(colleague),
        changes: { after: { why: expect.stringContaining('did not start this connection') } },
      },
    ])
    expect((await test.consent(ops, state)).headers.location).toBe('/amazon-connection?status=success')
  })
})
