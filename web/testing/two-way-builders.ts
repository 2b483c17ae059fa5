import type { AmazonListing, ListingChange, ListingIssue, TwoWayRun } from '#contract/two-way.ts'
import { buildRun } from './amazon-builders.ts'
import { newId } from './builders.ts'

/** A sync that is done, unless the test says otherwise. */
export function buildTwoWayRun(overrides: Partial<TwoWayRun> = {}): TwoWayRun {
  return {
    ...buildRun({ kind: 'two_way' }),
    toAmazon: 2,
    toLockstep: 1,
    conflicts: 0,
    rejected: 0,
    ...overrides,
  }
}

/** A price that was raised here and goes to Amazon. */
export function buildListingChange(overrides: Partial<ListingChange> = {}): ListingChange {
  return {
    id: newId(),
    runId: newId(),
    skuId: newId(),
    productId: newId(),
    sku: 'HP-1001',
    title: 'Harbor Lantern',
    marketplaceId: 'ATVPDKIKX0DER',
    field: 'price',
    direction: 'to_amazon',
    ours: '26.00',
    amazon: '24.00',
    isConflict: false,
    outcome: 'sent',
    reason: null,
    at: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildIssue(overrides: Partial<ListingIssue> = {}): ListingIssue {
  return {
    code: '90220',
    message: 'Brand is required but not supplied.',
    severity: 'error',
    attributes: ['brand'],
    ...overrides,
  }
}

export function buildAmazonListing(overrides: Partial<AmazonListing> = {}): AmazonListing {
  return {
    accountId: newId(),
    accountName: 'Harbor US',
    marketplaceId: 'ATVPDKIKX0DER',
    asin: 'B0HARBOR01',
    productType: 'LANTERN',
    isBuyable: true,
    fulfilledBy: 'amazon',
    issues: [],
    changedAt: '2026-01-01T00:00:00Z',
    readAt: '2026-01-02T00:00:00Z',
    sentAt: null,
    sendError: null,
    ...overrides,
  }
}
