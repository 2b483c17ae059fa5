import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultKinds, type FaultKind } from '#emulators/amazon/faults/faults.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import type { Deps } from '#server/platform/context.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { connectEmulatorAccount, emulatorApplication, stockEmulator } from '#server/testing/emulator-account.ts'
import { syncActions } from '#server/testing/stock-sync-fixture.ts'
import { listAccounts } from '../connect/accounts.ts'
import { listRuns } from './list-runs.ts'

const skuCount = 120

let test: Awaited<ReturnType<typeof createTestDeps>>
let amazon: RunningAmazon

beforeAll(async () => {
  test = await createTestDeps()
  amazon = await startAmazon({ client: emulatorApplication, limits: 'off', speed: 0 })
  stockEmulator(amazon, skuCount)
})
afterAll(async () => {
  await amazon.stop()
  await test.close()
})

/** Only these faults delay an answer; for the others the clock waits until it has arrived. */
const mayHang = (kind: FaultKind) => ['hang', 'late', 'out-of-order'].includes(kind)

async function openCompany(kind: FaultKind) {
  const { settings } = testSettings(amazon, {
    clientId: emulatorApplication.id,
    clientSecret: emulatorApplication.secret,
    mayHang: mayHang(kind),
  })
  const deps: Deps = {
    ...test.deps,
    clock: amazon.clock,
    ports: { ...test.deps.ports, marketplace: createAmazonMarketplace(settings) },
  }
  const { id } = await buildCompany(deps.db)
  const accountId = await connectEmulatorAccount(deps, id, amazon)
  return { companyId: id, accountId, ...syncActions(deps, id) }
}

const waiting = (reason: RegExp) => ({ status: 'running', error: expect.stringMatching(reason), isActive: true })
const goesOn = / It continues automatically\.$/

/** What the user sees of the sync during the fault. */
const seen: Record<FaultKind, { status: string; error: unknown; isActive: boolean }> = {
  throttle: waiting(/too many requests in a short time/),
  'error-500': waiting(/technical problem/),
  'error-502': waiting(/technical problem/),
  'error-503': waiting(/technical problem/),
  hang: waiting(/didn’t respond in time/),
  drop: waiting(/can’t be reached/),
  'drop-after-acting': waiting(/can’t be reached/),
  late: waiting(/didn’t respond in time/),
  'html-502': waiting(/technical problem/),
  'html-200': waiting(/incomplete or not valid/),
  truncated: waiting(/incomplete or not valid/),
  'out-of-order': { status: 'completed', error: null, isActive: true },
  'expire-token': {
    status: 'failed',
    error: 'Amazon has ended Lockstep’s access to this account. Authorize it again.',
    isActive: false,
  },
  'wrong-shape': {
    status: 'failed',
    error: expect.stringMatching(/unexpected response/),
    isActive: true,
  },
  'lost-lwa': waiting(/can’t be reached/),
}

it.each(faultKinds)('under endless %s the user sees what is wrong, and no data are lost', async (kind) => {
  const company = await openCompany(kind)
  const runId = await company.request(company.accountId)
  amazon.faults.add({ kind, every: 1 })
  await company.carryOut(runId).catch(() => {})
  amazon.faults.clear()

  const { rows } = await listRuns(company.ctx, { limit: 50 })
  const accounts = await listAccounts(company.ctx, { companyId: company.companyId })
  const { status, error } = rows.find(({ id }) => id === runId) ?? {}
  expect({ status, error, isActive: accounts[0]?.isActive }).toEqual(seen[kind])
  if (status !== 'running') return

  expect(error).toMatch(goesOn)
  await company.carryOut(runId)
  expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsRead: skuCount, error: null })
  expect(await company.snapshots()).toHaveLength(skuCount)
})
