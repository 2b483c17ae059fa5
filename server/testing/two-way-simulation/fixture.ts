import { sql } from 'drizzle-orm'
import type { Fault } from '#emulators/amazon/faults/faults.ts'
import type { Submission } from '#emulators/amazon/listings/submission.ts'
import { issueRefreshToken } from '#emulators/amazon/lwa/tokens.ts'
import type { Limits } from '#emulators/amazon/emulator.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { putItems, type StockedItem } from '#emulators/amazon/stocked-items.ts'
import { createSeller, type Seller } from '#emulators/amazon/state.ts'
import { requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import { runTwoWaySync } from '#server/features/marketplace/two-way/two-way-sync.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { application, testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonListings } from '#server/integrations/amazon/listings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, noPorts } from '../app.ts'
import { buildCompany } from '../builders.ts'
import { unitedStates } from '../fake-marketplace.ts'
import { buildAccount, testContext } from '../stock-sync-fixture.ts'

/** The real adapter on the Amazon emulator, with one manual clock for both. */
export async function startTwoWayEmulation({ limits = 'off' }: { limits?: Limits } = {}) {
  const amazon = await startAmazon({ client: application, limits, speed: 0, sellers: [] })
  const { settings } = testSettings(amazon)
  const client = createAmazonClient(settings)
  const { deps, close } = await createTestDeps({
    clock: amazon.clock,
    ports: {
      ...noPorts,
      marketplace: createAmazonMarketplace(settings, client),
      listings: createAmazonListings(settings, client),
    },
  })
  return {
    amazon,
    deps,
    async close() {
      await close()
      await amazon.stop()
    },
  }
}

export type TwoWayEmulation = Awaited<ReturnType<typeof startTwoWayEmulation>>

/** Connects a seller with these items to an empty company. */
export async function connectSeller({ amazon, deps }: TwoWayEmulation, items: StockedItem[]): Promise<ConnectedSeller> {
  const seller = createSeller({
    id: `A${newId().replaceAll('-', '').slice(-13).toUpperCase()}`,
    name: 'Northfield Outfitters',
    endpoint: 'na',
    marketplaceIds: [unitedStates],
  })
  amazon.state.sellers[seller.id] = seller
  putItems(amazon.state, seller, unitedStates, items, amazon.clock.now())
  const { id: companyId } = await buildCompany(deps.db)
  const refreshToken = issueRefreshToken(amazon.state.tokens, seller.id)
  const accountId = await buildAccount(deps, companyId, { sellerId: seller.id, refreshToken })
  return { amazon, deps, seller, accountId, ctx: testContext(deps, companyId), ofOthers: new Set() }
}

export type ConnectedSeller = {
  amazon: RunningAmazon
  deps: Deps
  seller: Seller
  accountId: string
  ctx: CompanyContext
  /** Submissions by others than Lockstep. */
  ofOthers: Set<Submission>
}

/** A crash at the nth transaction: before it begins, or right after its commit. */
export type Crash = { at: number; isAfter: boolean }
export type Disturbance = { fault?: Fault | null; kill?: Crash | null }

/** Starts a sync or continues the running one; returns whether it has completed. */
export async function attemptSync(
  { amazon, accountId, ctx }: ConnectedSeller,
  { fault, kill }: Disturbance = {},
): Promise<boolean> {
  const asked = { accountId, kind: 'two_way', mode: 'delta', requestedBy: 'Test' } as const
  const runId = await ctx.transaction((tx) => requestSync(tx, ctx, asked))
  if (fault) amazon.faults.add(fault)
  try {
    const result = await runTwoWaySync(kill ? crashing(ctx, kill) : ctx, { runId })
    if ('failed' in result) throw new Error(`The sync failed: ${String(result.failed)}`)
    return true
  } catch (error) {
    if (error instanceof Crashed) return false
    if (!(error instanceof Unavailable)) throw error
    return false
  } finally {
    amazon.faults.clear()
  }
}

const mostAttempts = 20
const secondsBetweenAttempts = 30

/** Syncs until complete, however often Amazon throttles; returns the number of changes. */
export async function sync(connected: ConnectedSeller): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (await attemptSync(connected)) return countLastChanges(connected)
    connected.amazon.clock.advance(secondsBetweenAttempts * 1000)
  }
  throw new Error('The sync does not come to its end')
}

async function countLastChanges({ ctx }: ConnectedSeller): Promise<number> {
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ count: number }>(sql`
      select count(c.id)::int as count
      from (select id from marketplace_sync_runs order by started_at desc, id desc limit 1) as last
      left join listing_changes c on c.run_id = last.id`),
  )
  return rows[0]?.count ?? 0
}

class Crashed extends Error {}

function crashing(ctx: CompanyContext, { at, isAfter }: Crash): CompanyContext {
  let count = 0
  return {
    ...ctx,
    async transaction(work) {
      count += 1
      if (count > at || (count === at && !isAfter)) throw new Crashed()
      const result = await ctx.transaction(work)
      if (count === at) throw new Crashed()
      return result
    },
  }
}
