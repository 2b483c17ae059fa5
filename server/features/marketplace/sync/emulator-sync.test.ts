import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import type { Deps } from '#server/platform/context.ts'
import type { Marketplace } from '#server/ports/marketplace.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { connectEmulatorAccount, emulatorApplication, stockEmulator } from '#server/testing/emulator-account.ts'
import { syncActions } from '#server/testing/stock-sync-fixture.ts'

const skuCount = 1_500
const operation = 'getInventorySummaries'

let test: Awaited<ReturnType<typeof createTestDeps>>
let amazon: RunningAmazon
let company: ReturnType<typeof syncActions>
let accountId: string
let onPage: (count: number) => void

beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())
beforeEach(async () => {
  amazon = await startAmazon({ client: emulatorApplication, limits: 'amazon', speed: 0 })
  stockEmulator(amazon, skuCount)
  onPage = () => {}
  const { settings } = testSettings(amazon, {
    clientId: emulatorApplication.id,
    clientSecret: emulatorApplication.secret,
    latency: () => 40,
  })
  const deps: Deps = {
    ...test.deps,
    clock: amazon.clock,
    ports: { ...test.deps.ports, marketplace: watched(createAmazonMarketplace(settings)) },
  }
  const { id } = await buildCompany(deps.db)
  accountId = await connectEmulatorAccount(deps, id, amazon)
  company = syncActions(deps, id)
})
afterEach(() => amazon.stop())

function watched(marketplace: Marketplace): Marketplace {
  let count = 0
  return {
    ...marketplace,
    readStock(account, question) {
      onPage((count += 1))
      return marketplace.readStock(account, question)
    },
  }
}

const countStocked = async () => {
  const { rows } = await company.ctx.transaction((tx) =>
    tx.execute(sql`
      select count(*)::int as levels, (select count(*)::int from inventory_snapshots) as snapshots
      from stock_levels where source = 'amazon'`),
  )
  return rows[0]
}

describe('a full sync at Amazon’s rate limits', () => {
  it('uses the allowed rate and never more', async () => {
    await company.sync(accountId)
    const { requests, violations, firstAt, lastAt } = amazon.stats.read()[operation] ?? {}
    expect({ requests, violations }).toEqual({ requests: skuCount / 50, violations: 0 })
    const seconds = (Date.parse(lastAt ?? '') - Date.parse(firstAt ?? '')) / 1000
    expect((Number(requests) - 1) / seconds / 2).toBeGreaterThan(0.85)
  })

  it('that is throttled for a minute loses no row and breaks no limit', async () => {
    onPage = (count) => {
      if (count === 20) amazon.faults.add({ kind: 'throttle', operation, seconds: 60 })
    }
    const began = amazon.clock.time()
    const runId = await company.sync(accountId)
    expect(amazon.clock.time() - began).toBeGreaterThan(60_000)
    expect(await company.run(runId)).toMatchObject({
      status: 'completed',
      rowsRead: skuCount,
      rowsCreated: skuCount,
      error: null,
    })
    expect(await countStocked()).toEqual({ levels: skuCount, snapshots: skuCount })
    expect(amazon.stats.read()[operation]?.violations).toBe(0)
  })
})
