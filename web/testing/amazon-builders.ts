import type {
  AmazonAccount,
  AmazonIntegration,
  AmazonStatus,
  DriftReport,
  StockDifference,
  SyncRun,
} from '#contract/marketplace.ts'
import type { AmazonListing, ListingChange, ListingIssue, TwoWayRun } from '#contract/two-way.ts'
import { newId } from './builders.ts'

/** Connected, with one account, unless the test says otherwise. */
export function buildAmazonStatus(overrides: Partial<AmazonStatus> = {}): AmazonStatus {
  return {
    isConnected: true,
    hasCredentials: true,
    marketplaceId: 'ATVPDKIKX0DER',
    sellerId: 'A2HARBORPINE01',
    region: 'us',
    lastSyncedAt: '2026-01-01T00:00:00Z',
    name: 'Harbor US',
    accounts: 1,
    refusedAccounts: 0,
    sendsChanges: true,
    ...overrides,
  }
}

export const notConnected = buildAmazonStatus({
  isConnected: false,
  hasCredentials: false,
  marketplaceId: null,
  sellerId: null,
  region: null,
  lastSyncedAt: null,
  name: null,
  accounts: 0,
})

export function buildAccount(overrides: Partial<AmazonAccount> = {}): AmazonAccount {
  return {
    id: newId(),
    name: 'Harbor US',
    isActive: true,
    region: 'us',
    sellerId: 'A2HARBORPINE01',
    marketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
    authorizedAt: '2026-01-01T00:00:00Z',
    lastSyncedAt: '2026-01-02T00:00:00Z',
    authorizationError: null,
    sendsChanges: true,
    sharedMarketplaceIds: [],
    ...overrides,
  }
}

export function buildIntegration(overrides: Partial<AmazonIntegration> = {}): AmazonIntegration {
  return {
    id: newId(),
    name: 'Harbor US',
    sellerId: 'A2HARBORPINE01',
    region: 'us',
    marketplaces: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
    isActive: true,
    authorizedAt: '2026-01-01T00:00:00Z',
    lastSyncedAt: '2026-01-02T00:00:00Z',
    authorizationError: null,
    ...overrides,
  }
}

export function buildRun(overrides: Partial<SyncRun> = {}): SyncRun {
  return {
    id: newId(),
    accountId: newId(),
    accountName: 'Harbor US',
    kind: 'inventory',
    mode: 'full',
    status: 'completed',
    requestedBy: 'Omar Reyes',
    rowsRead: 1204,
    rowsChanged: 31,
    rowsCreated: 2,
    rowsMissing: 0,
    rowsElsewhere: 0,
    rowsExpected: 1200,
    differences: 0,
    error: null,
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:00:42Z',
    ...overrides,
  }
}

export function buildDrift(overrides: Partial<DriftReport> = {}): DriftReport {
  return {
    runId: newId(),
    comparedAt: '2026-01-01T00:00:00Z',
    skusCompared: 1204,
    differences: 31,
    unexplained: 4,
    ...overrides,
  }
}

export function buildDifference(overrides: Partial<StockDifference> = {}): StockDifference {
  return {
    id: newId(),
    skuId: newId(),
    sku: 'HP-1001',
    title: 'Harbor Lantern',
    cause: 'changed_since',
    here: { qtyAvailable: 1120, qtyReserved: 5, qtyInbound: 40 },
    amazon: { qtyAvailable: 1084, qtyReserved: 9, qtyInbound: 40 },
    ...overrides,
  }
}

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
