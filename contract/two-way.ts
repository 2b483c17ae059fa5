import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { stockHolders } from './inventory.ts'
import { SyncRun } from './marketplace.ts'
import { PageQuery } from './paging.ts'
import { changeDirections, changeOutcomes, issueSeverities, listingFields } from './marketplace-values.ts'

/** An issue of a listing, in Amazon's own words. */
export const ListingIssue = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.enum(issueSeverities),
  attributes: z.array(z.string()),
})
export type ListingIssue = z.output<typeof ListingIssue>

/** A SKU's listing at Amazon as last read, and the result of the last change that was sent. */
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
 * One differing field of one SKU. `isConflict`: both sides had changed it, and the later change won (last write wins). Values are
 * texts for people; null where there is none.
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

/** A two-way sync with its results; a preview (`mode` dry_run) changes nothing on either side. */
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
    summary: 'Sync products here with listings at Amazon; a running sync continues',
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
