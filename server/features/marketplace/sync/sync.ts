import type { CompanyContext } from '#server/platform/context.ts'
import type { Marketplace, MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { ProgressNotifier } from './news.ts'
import type { Run } from './queries/runs.ts'

/** A run and all that carrying it out needs. */
export type InventorySync = {
  ctx: CompanyContext
  run: Run
  account: MarketplaceAccount
  marketplace: Marketplace
  notifier: ProgressNotifier
}
