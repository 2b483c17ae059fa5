import { z } from 'zod'
import { job } from './definition.ts'

/** Goes on with one run, or, by hand, reads the stock of one account or of all. */
const SyncInventory = z.strictObject({
  runId: z.uuid().optional(),
  accountId: z.uuid().optional(),
  mode: z.enum(['full', 'delta']).optional(),
})

/** All background work of the product on one page. */
export const catalog = {
  'auth.purge-sessions': job({
    title: 'Clear ended sessions',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '17 * * * *',
  }),
  'bulk.purge-drafts': job({
    title: 'Clear uploads that were not finished',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '37 * * * *',
  }),
  'inventory.sync': job({
    title: 'Sync inventory from Amazon',
    scope: 'company',
    lane: 'bulk',
    payload: SyncInventory,
  }),
  'marketplace.two-way-sync': job({
    title: 'Sync products with Amazon, both ways',
    scope: 'company',
    lane: 'bulk',
    payload: z.strictObject({ runId: z.uuid() }),
  }),
  'marketplace.start-due-syncs': job({
    title: 'Start the syncs that are due',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '* * * * *',
  }),
  'marketplace.purge': job({
    title: 'Clear old syncs and connections that were not finished',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '47 * * * *',
  }),
}

export type CatalogJobs = typeof catalog
