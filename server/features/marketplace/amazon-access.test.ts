import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companyContext, noOrigin, type CompanyContext } from '#server/platform/context.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import type { Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { canada, unitedStates } from '#server/testing/fake-marketplace.ts'
import { recordRefusedAuthorization, getConnectedAccountOrThrow } from './amazon-access.ts'
import { deleteStaleConnectionAttempts } from './account-queries.ts'

let test: AmazonConnectionFixture
let ops: Browser
let ctx: CompanyContext

const contextOf = (companyId: string) =>
  companyContext(test.deps, { actor: { type: 'job', name: 'inventory.sync' }, origin: noOrigin }, companyId)

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
  ctx = contextOf(ops.user.companyId ?? '')
})

describe('getting a connected account', () => {
  it('returns the account with decrypted tokens', async () => {
    const { id } = await test.connect(ops, { code: 'c1' })
    expect(await getConnectedAccountOrThrow(ctx, id)).toEqual({
      id,
      sellerId: 'A1SELLER',
      region: 'us',
      marketplaceIds: [unitedStates, canada],
      refreshToken: 'refresh-of-c1',
      accessToken: { value: 'access-of-c1', expiresAt: new Date(test.clock.now().getTime() + 3_600_000) },
    })
  })

  it('throws for an account that is disconnected, refused, only saved, or of another company', async () => {
    const { id } = await test.connect(ops)
    const elsewhere = contextOf((await buildCompany(test.deps.db)).id)
    await expect(getConnectedAccountOrThrow(elsewhere, id)).rejects.toMatchObject({ code: 'conflict' })
    await recordRefusedAuthorization(ctx, id, 'The seller took it back.')
    await expect(getConnectedAccountOrThrow(ctx, id)).rejects.toThrow('has ended Lockstep’s access to “Store”')
    await ops.delete(`/api/amazon/auth/${id}`)
    await expect(getConnectedAccountOrThrow(ctx, id)).rejects.toThrow('This Amazon account is disconnected.')
    const body = { name: 'Saved', sellerId: 'A2', region: 'us', marketplaces: [unitedStates] }
    const saved = (await ops.post('/api/settings/amazon-integration', body)).json<{ id: string }>()
    await expect(getConnectedAccountOrThrow(ctx, saved.id)).rejects.toThrow(
      '“Saved” has not been authorized at Amazon yet.',
    )
  })

  it('does not decrypt a token that was copied from another account', async () => {
    const first = await test.connect(ops, { sellerId: 'A1' })
    const second = await test.connect(ops, { sellerId: 'A2' })
    await test.database.db.pool.query(
      `begin; set local app.company_id = '${ctx.companyId}';
       update amazon_integrations set refresh_token = '${first.refreshToken}' where id = '${second.id}'; commit`,
    )
    await expect(getConnectedAccountOrThrow(ctx, second.id)).rejects.toThrow()
  })
})

describe('an account whose authorization Amazon refuses', () => {
  it('is deactivated once, with the reason', async () => {
    const { id } = await test.connect(ops)
    await Promise.all([
      recordRefusedAuthorization(ctx, id, 'The year is over.'),
      recordRefusedAuthorization(ctx, id, 'The year is over.'),
    ])
    const { accounts, schedules } = await test.traces(ops)
    expect(accounts).toMatchObject([{ isActive: false, authorizationError: 'The year is over.' }])
    expect(schedules).toEqual([])
    const { rows } = await test.database.db.inCompany(ctx.companyId, (tx) =>
      tx.execute(`select actor_name, changes from audit_log where action = 'amazon.refuse'`),
    )
    expect(rows).toEqual([
      {
        actor_name: 'inventory.sync',
        changes: {
          before: { isActive: true, authorizationError: null },
          after: { isActive: false, authorizationError: 'The year is over.' },
        },
      },
    ])
  })

  it('stays active when it has a newer token than the refused one', async () => {
    const { id } = await test.connect(ops, { code: 'old' })
    await test.connect(ops, { accountId: id, code: 'new' })
    await recordRefusedAuthorization(ctx, id, 'Too late', 'refresh-of-old')
    expect(await getConnectedAccountOrThrow(ctx, id)).toMatchObject({ refreshToken: 'refresh-of-new' })
    await recordRefusedAuthorization(ctx, id, 'In time', 'refresh-of-new')
    expect(await test.accountRows(ops)).toMatchObject([{ authorizationError: 'In time' }])
  })

  it('stays disconnected', async () => {
    const { id } = await test.connect(ops)
    await ops.delete(`/api/amazon/auth/${id}`)
    await recordRefusedAuthorization(ctx, id, 'Too late')
    expect(await test.accountRows(ops)).toMatchObject([{ authorizationError: null }])
  })
})

describe('deleting expired connection attempts', () => {
  it('deletes expired attempts, and only the attempt of an existing account', async () => {
    const { id: accountId } = await test.connect(ops)
    await test.begin(ops, { accountId })
    await test.begin(ops)
    test.clock.advance(599)
    const clear = () => ctx.transaction((tx) => deleteStaleConnectionAttempts(tx, test.clock.now()))
    expect(await clear()).toBe(0)
    test.clock.advance(1)
    expect(await clear()).toBe(2)
    expect(await test.accountRows(ops)).toMatchObject([
      { id: accountId, isActive: true, authorizationState: null, authorizationStateExpiresAt: null },
    ])
  })
})
