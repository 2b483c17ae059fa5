import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { stockHolders } from './inventory.ts'
import { SyncRun } from './marketplace.ts'
import { PageQuery } from './paging.ts'
import { changeDirections, changeOutcomes, issueSeverities, listingFields } from './marketplace-values.ts'

/** What Amazon finds wrong with a listing, in its own words. */
export const ListingIssue = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.enum(issueSeverities),
  attributes: z.array(z.string()),
})
export type ListingIssue = z.output<typeof ListingIssue>

/** A SKU's listing at Amazon as it was last read, and how the last change that was sent there ended. */
export const AmazonListing = z.object({
  accountId: Id,
  accountName: z.string(),
  marketplaceId: z.string(),
  asin: z.string().nullable(),
  productType: z.string().nullable(),
  isBuyable: z.boolean(),
  fulfilledBy: z.enum(stockHolders),
  issues: z.array(ListingIssue),
  changedAt: Moment.nullable(),
  readAt: Moment.nullable(),
  sentAt: Moment.nullable(),
  sendError: z.string().nullable(),
})
export type AmazonListing = z.output<typeof AmazonListing>

/**
 * One field of one SKU that differed. `isConflict`: both sides had changed it, and the later change won. Values are texts
 * for people; null where there is none.
 */
export const ListingChange = z.object({
  id: Id,
  runId: Id,
  skuId: Id,
  productId: Id,
  sku: z.string(),
  title: z.string(),
  marketplaceId: z.string(),
  field: z.enum(listingFields),
  direction: z.enum(changeDirections),
  ours: z.string().nullable(),
  amazon: z.string().nullable(),
  isConflict: z.boolean(),
  outcome: z.enum(changeOutcomes),
  reason: z.string().nullable(),
  at: Moment,
})
export type ListingChange = z.output<typeof ListingChange>

/** A two-way sync with what came of it; a preview (`mode` dry_run) stops before anything is changed on either side. */
export const TwoWayRun = SyncRun.extend({
  toAmazon: z.int(),
  toLockstep: z.int(),
  conflicts: z.int(),
  rejected: z.int(),
})
export type TwoWayRun = z.output<typeof TwoWayRun>

export const twoWayApi = {
  preview: endpoint({
    method: 'POST',
    path: '/api/sync/amazon-two-way/preview',
    summary: 'Find out what a two-way sync would change, and change nothing',
    access: 'ops',
    scope: 'company',
    reply: z.array(SyncRun),
    status: 202,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/sync/amazon-two-way',
    summary: 'Bring products here and listings at Amazon in step; a sync that runs already is left to run',
    access: 'ops',
    scope: 'company',
    reply: z.array(SyncRun),
    status: 202,
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/amazon/two-way-runs/:runId',
    summary: 'One two-way sync or preview',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ runId: Id }),
    reply: TwoWayRun,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/amazon/listing-changes',
    summary: 'What two-way syncs changed or would change, newest first; of one run, or only conflicts or refusals',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({
      runId: Id.optional(),
      only: z.enum(['to_amazon', 'to_lockstep', 'conflicts', 'rejected']).optional(),
    }),
    reply: z.array(ListingChange),
    paged: true,
  }),
  listings: endpoint({
    method: 'GET',
    path: '/api/amazon/listings/:skuId',
    summary: 'The listings of a SKU at Amazon, with what Amazon finds wrong with them',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ skuId: Id }),
    reply: z.array(AmazonListing),
  }),
}
