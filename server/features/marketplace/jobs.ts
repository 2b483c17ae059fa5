import { purgeMarketplace } from './purge-marketplace.ts'
import { runInventorySync } from './sync/run-inventory-sync.ts'
import { startDueSyncs } from './sync/start-due-syncs.ts'
import { runTwoWaySync } from './two-way/run-two-way-sync.ts'

export const marketplaceJobs = {
  'inventory.sync': runInventorySync,
  'marketplace.two-way-sync': runTwoWaySync,
  'marketplace.start-due-syncs': startDueSyncs,
  'marketplace.purge': purgeMarketplace,
}
