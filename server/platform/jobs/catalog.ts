import { z } from 'zod'
import { job } from './definition.ts'

/** Continues one run; started by hand, reads the stock of one account or of all. */
const SyncInventory = z.strictObject({
  runId: z.uuid().optional(),
  accountId: z.uuid().optional(),
  mode: z.enum(['full', 'delta']).optional(),
})

/** Every background job of the product. Names are stored in pg-boss's rows and must not change. */
export const catalog = {
  'auth.purge-sessions': job({
    title: 'Clear ended sessions',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '17 * * * *',
  }),
  'backup.watch': job({
    title: 'See that backups are kept',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '*/10 * * * *',
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
  'orders.take-in': job({
    title: 'Take in orders from channels',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'orders.fetch': job({
    title: 'Ask channels for orders that they have named',
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({}),
  }),
  'orders.clear-short-orders': job({
    title: 'Clear orders for which there is stock by now',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'orders.auto-fulfill': job({
    title: 'Send orders that are due to Amazon',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'orders.send': job({
    title: 'Tell Amazon which orders to ship',
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({}),
  }),
  'orders.follow': job({
    title: 'Ask Amazon how far orders have come',
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({}),
  }),
  'orders.watch': job({
    title: 'Look for orders that are stuck at Amazon',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'orders.run-batches': job({
    title: 'See to several orders at once',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'orders.fold-tallies': job({
    title: 'Fold the counts of orders together',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '7 * * * *',
  }),
  'channels.push-offers': job({
    title: 'Send stock and prices to channels',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'channels.send-messages': job({
    title: 'Tell channels about their orders',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'channels.poll': job({
    title: 'Ask a channel for its orders',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ channelId: z.uuid() }),
  }),
  'channels.start-due-polls': job({
    title: 'Ask the channels whose turn it is for their orders',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '* * * * *',
  }),
  'channels.wake-waiting': job({
    title: 'Look after what waits',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '* * * * *',
  }),
  'channels.replay-dead': job({
    title: 'Take in again what was not understood',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ channelId: z.uuid().optional() }),
  }),
  'channels.purge': job({
    title: 'Clear old deliveries',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '57 * * * *',
  }),
  'notifications.send': job({
    title: 'Send messages',
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({}),
  }),
  'notifications.gather-alerts': job({
    title: 'Gather what the company’s people should know',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
  }),
  'notifications.watch-quotas': job({
    title: 'Watch the daily quotas of messages',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '*/5 * * * *',
  }),
  'notifications.send-security-notices': job({
    title: 'Email people about new sign-ins, keys and exports',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '* * * * *',
  }),
  'notifications.watch-refusals': job({
    title: 'Watch for many refused calls',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '3-59/10 * * * *',
  }),
  'audit.verify': job({
    title: 'Check that the audit log is whole',
    scope: 'platform',
    lane: 'bulk',
    payload: z.strictObject({}),
    // A broken chain stays broken, so a retry is useless.
    maxAttempts: 1,
    schedule: '11 3 * * *',
  }),
  'privacy.purge': job({
    title: 'Erase personal data whose time is over',
    scope: 'platform',
    lane: 'bulk',
    payload: z.strictObject({}),
    schedule: '27 * * * *',
  }),
  'reports.start-due': job({
    title: 'Start the reports that are due',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '* * * * *',
  }),
  'reports.send': job({
    title: 'Mail a report',
    scope: 'company',
    lane: 'paced',
    payload: z.strictObject({ runId: z.uuid() }),
  }),
  'reports.fold-sales': job({
    title: 'Fold together what was sold',
    scope: 'platform',
    lane: 'quick',
    payload: z.strictObject({}),
    schedule: '41 * * * *',
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
