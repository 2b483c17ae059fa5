import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { StaleCursor } from '#server/ports/marketplace.ts'
import { canada, stockRow, unitedStates, type MarketplaceCall } from '#server/testing/fake-marketplace.ts'
import {
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'
import { runInventorySync } from './inventory-sync.ts'

let test: StockSyncFixture
let company: SyncedCompany
let runId: string

beforeAll(async () => {
  test = await createStockSyncFixture()
  test.amazon.rowsPerPage = 2
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  test.amazon.stock.clear()
  test.amazon.stock.set(
    unitedStates,
    ['A', 'B', 'C', 'D', 'E'].map((code) => stockRow(code)),
  )
  test.amazon.asked.length = 0
  test.amazon.meanwhile = () => {}
  runId = await company.request(company.accountId)
})

const cursorOf = (request: MarketplaceCall) =>
  request.call === 'readStock' ? request.question.cursor?.token : undefined
const cursorsAsked = () => test.amazon.asked.map(cursorOf)

/** Fails `times` times at the page that begins with the fourth row. */
function failAtLastPage(error: Error, times = 1) {
  let left = times
  test.amazon.meanwhile = (request) => {
    if (cursorOf(request)?.endsWith(':4') && left-- > 0) throw error
  }
}

const undisturbed = { status: 'completed', rowsRead: 5, rowsCreated: 5, rowsChanged: 5, differences: 5, error: null }

describe('a sync that waits for Amazon', () => {
  const away = new Unavailable('Amazon throttles us.')

  it('has written what it read, shows what it waits for, and continues from there', async () => {
    failAtLastPage(away)
    await expect(company.carryOut(runId)).rejects.toBe(away)
    expect(await company.run(runId)).toMatchObject({
      status: 'running',
      rowsRead: 4,
      error: 'Amazon throttles us. It continues automatically.',
    })
    test.clock.advance(24)
    await company.carryOut(runId)
    expect(cursorsAsked().slice(-1)).toEqual(['0:4'])
    expect(await company.run(runId)).toMatchObject(undisturbed)
  })

  it('restarts the marketplace when its cursor has expired, and counts each row once', async () => {
    failAtLastPage(away)
    await expect(company.carryOut(runId)).rejects.toBe(away)
    test.clock.advance(25)
    await company.carryOut(runId)
    expect(cursorsAsked().slice(-3)).toEqual([undefined, '0:2', '0:4'])
    expect(await company.run(runId)).toMatchObject(undisturbed)
    expect(await company.snapshots()).toHaveLength(5)
  })

  it('restarts by itself a few times when Amazon has dropped the cursor', async () => {
    failAtLastPage(new StaleCursor(), 2)
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject(undisturbed)
  })

  it('is retried later when Amazon drops every cursor', async () => {
    failAtLastPage(new StaleCursor(), Infinity)
    await expect(company.carryOut(runId)).rejects.toThrow(Unavailable)
    expect(await company.run(runId)).toMatchObject({ status: 'running', rowsRead: 4 })
  })

  it('does not read a finished marketplace again', async () => {
    await company.ctx.transaction((tx) =>
      tx
        .update(amazonIntegrations)
        .set({ marketplaceIds: [unitedStates, canada] })
        .where(eq(amazonIntegrations.id, company.accountId)),
    )
    let isAway = true
    test.amazon.meanwhile = (request) => {
      if (isAway && request.call === 'readStock' && request.question.marketplaceId === canada) throw away
    }
    await expect(company.carryOut(runId)).rejects.toBe(away)
    isAway = false
    test.amazon.asked.length = 0
    test.clock.advance(600)
    await company.carryOut(runId)
    expect(test.amazon.asked).toMatchObject([{ question: { marketplaceId: canada } }])
    expect(await company.run(runId)).toMatchObject(undisturbed)
  })
})

describe('a sync that Amazon refuses', () => {
  it('ends with Amazon’s reason', async () => {
    failAtLastPage(new Rejected('This seller does not use FBA.'))
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'failed', error: 'This seller does not use FBA.' })
  })

  it('deactivates the account until it is authorized again', async () => {
    failAtLastPage(new Unauthorized('The seller took the permission back.'))
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'failed', error: 'The seller took the permission back.' })
    const [account] = await company.ctx.transaction((tx) => tx.select().from(amazonIntegrations))
    expect(account).toMatchObject({ isActive: false, authorizationError: 'The seller took the permission back.' })
    const next = await company.begin(company.accountId, 'full')
    await company.carryOut(next)
    expect(await company.run(next)).toMatchObject({ status: 'failed', error: expect.stringContaining('Authorize') })
  })
})

describe('a sync that must not continue', () => {
  it('stops at its next step when the account is disconnected', async () => {
    test.amazon.meanwhile = async (request) => {
      if (!cursorOf(request)?.endsWith(':4')) return
      await company.ctx.transaction((tx) =>
        tx.update(amazonIntegrations).set({ isActive: false, disconnectedAt: test.clock.now() }),
      )
    }
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'failed', rowsRead: 0 })
    expect(await company.snapshots()).toEqual([])
  })

  it('is not executed twice', async () => {
    await company.carryOut(runId)
    expect(await company.carryOut(runId)).toEqual({ ended: 'The sync had already ended.' })
  })
})

describe('a bug during a sync', () => {
  it('is shown without details while the job is retried', async () => {
    failAtLastPage(new Error('secret detail'))
    await expect(company.carryOut(runId)).rejects.toThrow('secret detail')
    expect((await company.run(runId)).error).toBe(
      'It stopped because of an internal error. It continues automatically.',
    )
  })
})

describe('a manual sync', () => {
  beforeEach(() => company.carryOut(runId))

  it('reads all accounts, or one, and returns the results', async () => {
    expect(await runInventorySync(company.ctx, {})).toMatchObject({ accounts: [{ account: 'Harbor Home', read: 5 }] })
    expect(await runInventorySync(company.ctx, { accountId: company.accountId, mode: 'delta' })).toMatchObject({
      accounts: [{ read: 0 }],
    })
  })

  it('fails when Amazon is unavailable', async () => {
    failAtLastPage(new Unavailable('Amazon is away.'))
    await expect(runInventorySync(company.ctx, {})).rejects.toThrow('Amazon is away.')
    const [run] = (await company.runs()).filter(({ status }) => status === 'failed')
    expect(run).toMatchObject({ error: 'Amazon is away.', jobId: null })
  })

  it('is refused while a sync runs, and without an account', async () => {
    await company.request(company.accountId)
    await expect(runInventorySync(company.ctx, {})).rejects.toThrow('Harbor Home is already syncing.')
    const other = await test.company()
    await expect(runInventorySync(other.ctx, { accountId: company.accountId })).rejects.toThrow('No Amazon account')
  })
})
