import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAddress } from '#contract/paths.ts'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import type { Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import type { MarketplaceCall } from '#server/testing/fake-marketplace.ts'
import { insertRun } from '../sync/run-queries.ts'
import { claimDueSyncs } from '../sync/schedule-queries.ts'

let test: AmazonConnectionFixture
let ops: Browser

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
  test.amazon.meanwhile = () => {}
})

const success = '/amazon-connection?status=success'
const failed = (reason: string) => `/amazon-connection?status=error&reason=${reason}`
const whereTo = (replies: { headers: Record<string, unknown> }[]) =>
  replies.map(({ headers }) => String(headers['location'])).toSorted()

/** Something else happens during a call to Amazon. */
const during = (call: MarketplaceCall['call'], happens: () => Promise<unknown>) => {
  test.amazon.meanwhile = async (request) => {
    if (request.call !== call) return
    test.amazon.meanwhile = () => {}
    await happens()
  }
}

describe('concurrent requests', () => {
  it('of ten callbacks with the same state exactly one connects', async () => {
    const state = await test.begin(ops)
    const replies = await Promise.all(Array.from({ length: 10 }, () => test.consent(ops, state)))
    expect(whereTo(replies)).toEqual([...Array.from({ length: 9 }, () => failed('state')), success])
    const { accounts, runs } = await test.traces(ops)
    expect([accounts.length, runs.length]).toEqual([1, 1])
  })

  it('two tabs that connect the same seller end with one account and one sync', async () => {
    const states = [await test.begin(ops), await test.begin(ops), await test.begin(ops)]
    const replies = await Promise.all(states.map((state) => test.consent(ops, state)))
    expect(whereTo(replies)).toEqual([success, success, success])
    const { accounts, runs, schedules } = await test.traces(ops)
    expect(accounts).toMatchObject([{ isActive: true, authorizationState: null }])
    expect(runs).toHaveLength(1)
    expect(schedules.map(({ kind }) => kind).toSorted()).toEqual(['inventory', 'two_way'])
  })

  it('scheduling a sync and disconnecting its account do not deadlock', async () => {
    const { id, companyId } = await test.connect(ops)
    await test.deps.db.inCompany(companyId, (tx) => tx.update(marketplaceSyncRuns).set({ status: 'completed' }))
    const { reply } = await test.deps.db.inCompany(companyId, async (tx) => {
      await claimDueSyncs(tx, companyId, new Date(test.clock.now().getTime() + 24 * 3_600_000))
      const disconnecting = ops.delete(`/api/amazon/auth/${id}`)
      await expect.poll(() => countLockWaits(test.deps.db), { interval: 5 }).toBe(1)
      await insertRun(tx, {
        companyId,
        accountId: id,
        kind: 'inventory',
        mode: 'delta',
        requestedBy: 'Lockstep',
        at: test.clock.now(),
      })
      return { reply: disconnecting }
    })
    expect((await reply).statusCode).toBe(200)
    const { accounts, schedules } = await test.traces(ops)
    expect([accounts[0]?.isActive, schedules]).toEqual([false, []])
  })

  it('two tabs that connect different sellers end with two accounts', async () => {
    const states = [await test.begin(ops), await test.begin(ops)]
    await Promise.all(states.map((state, index) => test.consent(ops, state, { sellerId: `A${index}` })))
    const sellers = new Set((await test.accountRows(ops)).map(({ sellerId }) => sellerId))
    expect(sellers).toEqual(new Set(['A0', 'A1']))
  })

  it('saving and connecting a seller end with one account', async () => {
    const state = await test.begin(ops)
    const body = { name: 'Saved', sellerId: 'A1SELLER', region: 'us', marketplaces: ['ATVPDKIKX0DER'] }
    const [saved] = await Promise.all([
      ops.post('/api/settings/amazon-integration', body),
      test.consent(ops, state),
      ops.post('/api/settings/amazon-integration', body),
    ])
    expect(saved.statusCode).toBe(200)
    expect(await test.accountRows(ops)).toMatchObject([{ sellerId: 'A1SELLER', isActive: true }])
  })
})

describe('changes during the flow', () => {
  it('a second tab that reauthorizes the account replaces the first one’s attempt', async () => {
    const { id: accountId } = await test.connect(ops)
    const [first, second] = [await test.begin(ops, { accountId }), await test.begin(ops, { accountId })]
    expect((await test.consent(ops, first)).headers.location).toBe(failed('state'))
    expect((await test.consent(ops, second)).headers.location).toBe(success)
  })

  it('an attempt that is started while another’s callback is processed can still be completed', async () => {
    const { id: accountId } = await test.connect(ops)
    const first = await test.begin(ops, { accountId })
    let second = ''
    during('authorize', async () => void (second = await test.begin(ops, { accountId })))
    expect((await test.consent(ops, first)).headers.location).toBe(success)
    expect((await test.consent(ops, second)).headers.location).toBe(success)
  })

  it('disconnecting wins over a later callback', async () => {
    const { id: accountId } = await test.connect(ops)
    const state = await test.begin(ops, { accountId })
    await ops.delete(`/api/amazon/auth/${accountId}`)
    expect((await test.consent(ops, state)).headers.location).toBe(failed('state'))
    expect(await test.accountRows(ops)).toMatchObject([{ isActive: false, refreshToken: null }])
  })

  it('disconnecting wins over a callback that is being processed', async () => {
    const { id: accountId } = await test.connect(ops)
    const state = await test.begin(ops, { accountId })
    during('readParticipations', () => ops.delete(`/api/amazon/auth/${accountId}`))
    expect((await test.consent(ops, state)).headers.location).toBe(failed('state'))
    expect(await test.accountRows(ops)).toMatchObject([{ isActive: false, refreshToken: null }])
  })

  it('an attempt that is purged while its callback is processed connects nothing', async () => {
    const state = await test.begin(ops)
    during('authorize', async () => {
      test.clock.advance(600)
      await test.begin(ops)
    })
    expect((await test.consent(ops, state)).headers.location).toBe(failed('expired'))
    expect(await test.accountRows(ops)).toMatchObject([{ sellerId: null }])
  })

  it('a user whose company is deactivated connects nothing', async () => {
    const state = await test.begin(ops)
    const companyId = ops.user.companyId ?? ''
    await test.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ isActive: false }).where(eq(companies.id, companyId)),
    )
    expect((await test.consent(ops, state)).headers.location).toBe(signInAddress(failed('signed-out')))
    expect(await test.accountRows(ops)).toMatchObject([{ sellerId: null, isActive: false }])
  })

  it('a user whose role became too low connects nothing, and leaves nothing behind', async () => {
    const state = await test.begin(ops)
    await test.deps.db.onPlatform((tx) => tx.update(users).set({ role: 'readonly' }).where(eq(users.id, ops.user.id)))
    expect((await test.consent(ops, state)).headers.location).toBe(failed('state'))
    expect(await test.accountRows(ops)).toEqual([])
  })

  it('an admin who has switched to another company connects nothing there', async () => {
    const admin = await test.as('admin')
    const state = await test.begin(admin)
    const other = await buildCompany(test.deps.db)
    await admin.post('/api/auth/company', { companyId: other.id })
    expect((await test.consent(admin, state)).headers.location).toBe(failed('state'))
    expect((await admin.get(`/api/amazon/auth/status/${other.id}`)).json()).toEqual([])
  })
})
