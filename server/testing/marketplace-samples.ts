import { requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import type { Deps } from '#server/platform/context.ts'
import { buildSku } from './builders.ts'
import { unitedStates } from './marketplace.ts'
import { buildAccount, testContext } from './stock-sync.ts'

/** Calls of the marketplace's endpoints that pass validation, and ids of another company. */
export async function marketplaceSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [account, otherAccount] = [await buildAccount(deps, companyId), await buildAccount(deps, otherCompanyId)]
  const runOf = (company: string, accountId: string) => {
    const ctx = testContext(deps, company)
    return ctx.transaction((tx) =>
      requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: 'Test' }),
    )
  }
  const [run, otherRun] = [await runOf(companyId, account), await runOf(otherCompanyId, otherAccount)]
  return {
    integration: {},
    saveIntegration: { body: { name: 'Store', sellerId: 'A1', region: 'us', marketplaces: [unitedStates] } },
    status: {},
    setupInfo: {},
    test: {},
    accounts: { params: { companyId }, foreign: { companyId: otherCompanyId } },
    initiate: { body: { companyId, integrationName: 'Store', region: 'us' } },
    disconnect: { params: { id: await buildAccount(deps, companyId) }, foreign: { id: otherAccount } },
    syncInventory: {},
    syncRuns: {},
    drift: {},
    differences: { params: { runId: run }, foreign: { runId: otherRun } },
  }
}

export async function twoWaySamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const runOf = async (company: string) => {
    const ctx = testContext(deps, company)
    const accountId = await buildAccount(deps, company, { isActive: false })
    const asked = { accountId, kind: 'two_way', mode: 'dry_run', requestedBy: 'Test' } as const
    return ctx.transaction((tx) => requestSync(tx, ctx, asked))
  }
  const [sku, otherSku] = [await buildSku(deps.db, companyId), await buildSku(deps.db, otherCompanyId)]
  return {
    sync: {},
    preview: {},
    run: { params: { runId: await runOf(companyId) }, foreign: { runId: await runOf(otherCompanyId) } },
    changes: { query: { only: 'conflicts' } },
    listings: { params: { skuId: sku.id }, foreign: { skuId: otherSku.id } },
  }
}
