import { eq } from 'drizzle-orm'
import { encryptApplication, encryptTokens } from '#server/features/marketplace/amazon-access.ts'
import { executeInventoryRun } from '#server/features/marketplace/sync/inventory-sync.ts'
import { openRun, requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { amazonIntegrations, marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, noPorts } from './app.ts'
import { buildCompany } from './builders.ts'
import { FakeMarketplace, unitedStates } from './fake-marketplace.ts'

/** The whole server on a fake marketplace whose stock is synced. */
export async function createStockSyncFixture() {
  const clock = manualClock()
  const amazon = new FakeMarketplace(clock)
  const server = await createTestApp({ clock, ports: { ...noPorts, marketplace: amazon } })
  return {
    ...server,
    clock,
    amazon,
    /** A company with an account and its sync actions. */
    company: async () => {
      const { id } = await buildCompany(server.deps.db)
      return { id, accountId: await buildAccount(server.deps, id), ...syncActions(server.deps, id) }
    },
  }
}

export type StockSyncFixture = Awaited<ReturnType<typeof createStockSyncFixture>>
export type SyncedCompany = Awaited<ReturnType<StockSyncFixture['company']>>
type Mode = 'full' | 'delta'

/** Builds a connected account. Its token is passed in clear. */
export async function buildAccount(
  deps: Pick<Deps, 'db' | 'vault'>,
  companyId: string,
  { refreshToken, ...overrides }: Partial<typeof amazonIntegrations.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  const ctx = { vault: deps.vault, companyId }
  const tokens = { refreshToken: refreshToken ?? `refresh-${id}`, accessToken: 'used up', expiresAt: new Date(0) }
  const account = {
    name: 'Harbor Home',
    sellerId: `A${id.replaceAll('-', '').toUpperCase()}`,
    marketplaceIds: [unitedStates],
    isActive: true,
    sendsSince: new Date(0),
    ...encryptApplication(ctx, id, { clientId: 'client', clientSecret: 'secret' }),
    ...encryptTokens(ctx, id, tokens),
    ...overrides,
  }
  await deps.db.inCompany(companyId, (tx) => tx.insert(amazonIntegrations).values({ ...account, companyId, id }))
  return id
}

export const testContext = (deps: Deps, companyId: string) =>
  companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)

/** Sync actions of a company, and readers for their results. */
export function syncActions(deps: Deps, companyId: string) {
  const ctx = testContext(deps, companyId)
  const inCompany = ctx.transaction
  const asked = (accountId: string, mode: Mode) =>
    ({ accountId, kind: 'inventory', mode, requestedBy: 'Test' }) as const
  const begin = async (accountId: string, mode: Mode) =>
    (await inCompany((tx) => openRun(tx, ctx, asked(accountId, mode)))).runId
  return {
    ctx,
    begin,
    request: (accountId: string, mode: Mode = 'full') =>
      inCompany((tx) => requestSync(tx, ctx, asked(accountId, mode))),
    carryOut: (runId: string) => executeInventoryRun(ctx, runId),
    sync: async (accountId: string, mode: Mode = 'full') => {
      const runId = await begin(accountId, mode)
      await executeInventoryRun(ctx, runId)
      return runId
    },
    run: async (runId: string) => {
      const [run] = await inCompany((tx) =>
        tx.select().from(marketplaceSyncRuns).where(eq(marketplaceSyncRuns.id, runId)),
      )
      if (!run) throw new Error('there is no such run')
      return run
    },
    runs: () =>
      inCompany((tx) =>
        tx
          .select()
          .from(marketplaceSyncRuns)
          .where(eq(marketplaceSyncRuns.kind, 'inventory'))
          .orderBy(marketplaceSyncRuns.id),
      ),
    sku: async (code: string) => {
      const [sku] = await inCompany((tx) =>
        tx.select().from(skus).innerJoin(stockLevels, eq(stockLevels.skuId, skus.id)).where(eq(skus.sku, code)),
      )
      if (!sku) throw new Error(`there is no SKU ${code}`)
      return { ...sku.skus, level: sku.stock_levels }
    },
    snapshots: () => inCompany((tx) => tx.select().from(inventorySnapshots).orderBy(inventorySnapshots.id)),
  }
}
