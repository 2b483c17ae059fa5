import type { PlatformContext } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { deleteStaleConnectionAttempts } from './account-queries.ts'
import { runInventorySync } from './sync/inventory-sync.ts'
import { startDueSyncs } from './sync/request-sync.ts'
import { deleteRunsBefore } from './sync/run-queries.ts'
import { deleteListingsOfDisconnected } from './two-way/queries.ts'
import { runTwoWaySync } from './two-way/two-way-sync.ts'

export const marketplaceJobs = {
  'inventory.sync': runInventorySync,
  'marketplace.two-way-sync': runTwoWaySync,
  'marketplace.start-due-syncs': startDueSyncs,
  'marketplace.purge': purgeMarketplace,
}

const retentionMilliseconds = 90 * 24 * 3_600_000

type Dropped = { attempts: number; runs: number; listings: number }

/**
 * Deletes sync runs with their changes after 90 days, expired connection attempts, and the listings of accounts that
 * were disconnected more than 90 days ago.
 */
export async function purgeMarketplace(ctx: PlatformContext): Promise<Dropped> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - retentionMilliseconds)
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  const dropped = { attempts: 0, runs: 0, listings: 0 }
  for (const { id } of all) {
    await ctx.transaction(async (tx) => {
      dropped.attempts += await deleteStaleConnectionAttempts(tx, now)
      dropped.runs += await deleteRunsBefore(tx, id, before)
      dropped.listings += await deleteListingsOfDisconnected(tx, id, before)
    }, id)
  }
  return dropped
}
