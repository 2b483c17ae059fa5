import { z } from 'zod'
import { amazonMarketplaces } from './amazon-marketplaces.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { differenceCauses, regions, syncKinds, syncModes, syncRunStatuses, type Region } from './marketplace-values.ts'
import { PageQuery } from './paging.ts'
import { Quantities } from './stock-status.ts'

/** The OAuth callback, and the page to which it redirects with `status=success` or `status=error`. */
export const amazonCallbackPath = '/api/amazon/auth/callback'
export const amazonConnectionPath = '/amazon-connection'

/**
 * A seller account at Amazon. `isActive` is whether Amazon accepts our credentials; otherwise `authorizationError` is the reason and
 * the account must be authorized again.
 */
export const AmazonAccount = z.object({
  id: Id,
  name: z.string(),
  isActive: z.boolean(),
  region: z.enum(regions),
  sellerId: z.string(),
  marketplaceIds: z.array(z.string()),
  authorizedAt: Moment.nullable(),
  lastSyncedAt: Moment.nullable(),
  authorizationError: z.string().nullable(),
  /** Whether changes made here are sent to it; only after a first two-way sync. */
  sendsChanges: z.boolean(),
  /** Marketplaces whose stock another company on this server counts too, through a connection of its own to the same seller. */
  sharedMarketplaceIds: z.array(z.string()),
})
export type AmazonAccount = z.output<typeof AmazonAccount>

/** The account on the settings page; `marketplaces` are ids. */
export const AmazonIntegration = z.object({
  id: Id,
  name: z.string(),
  sellerId: z.string(),
  region: z.enum(regions),
  marketplaces: z.array(z.string()),
  isActive: z.boolean(),
  authorizedAt: Moment.nullable(),
  lastSyncedAt: Moment.nullable(),
  authorizationError: z.string().nullable(),
})
export type AmazonIntegration = z.output<typeof AmazonIntegration>

const sellerId = line(t('Seller ID'), 40).regex(/^[A-Z0-9]+$/i, t('Seller ID can only contain letters and digits'))

export const StoreDetails = z.strictObject({
  name: line(t('Store name')),
  sellerId,
  region: z.enum(regions),
})
export type StoreDetails = z.output<typeof StoreDetails>

export const SaveIntegration = StoreDetails.extend({ marketplaces: z.array(z.string()).max(25) }).superRefine(
  ({ region, marketplaces }, issue) => {
    const problem = marketplacesProblem(marketplaces, region)
    if (problem) issue.addIssue({ code: 'custom', path: ['marketplaces'], message: problem })
  },
)
export type SaveIntegration = z.output<typeof SaveIntegration>

/** Why these marketplaces cannot be combined in this region; null when they can. */
export function marketplacesProblem(ids: readonly string[], region: Region): string | null {
  if (ids.length === 0) return t('Please select at least one marketplace')
  for (const id of ids) {
    const found = amazonMarketplaces.find((one) => one.id === id)
    if (!found || found.region !== region)
      return t('{marketplace} isn’t in this region', { marketplace: found?.country ?? id })
    const reason = found.unavailable ?? (ids.length > 1 ? found.alone : undefined)
    if (reason) return reason
  }
  return null
}

/** `isConnected`: Amazon accepts our credentials. `hasCredentials`: there is an account to test. The other fields are the first account's. */
export const AmazonStatus = z.object({
  isConnected: z.boolean(),
  hasCredentials: z.boolean(),
  marketplaceId: z.string().nullable(),
  sellerId: z.string().nullable(),
  region: z.enum(regions).nullable(),
  lastSyncedAt: Moment.nullable(),
  name: z.string().nullable(),
  accounts: z.int(),
  /** Accounts that must be authorized again. */
  refusedAccounts: z.int(),
  /** Whether changes made here are sent to all connected accounts. */
  sendsChanges: z.boolean(),
})
export type AmazonStatus = z.output<typeof AmazonStatus>

export const SetupInfo = z.object({
  setupInstructions: z.string(),
  missingCredentials: z.array(z.string()),
  helpText: z.string(),
})
export type SetupInfo = z.output<typeof SetupInfo>

export const TestResult = z.object({ success: z.boolean(), message: z.string() })
export type TestResult = z.output<typeof TestResult>

/**
 * One run of a sync. While it runs, `rowsRead` grows and `error` says what it waits for. `rowsCreated` are new SKUs, `rowsMissing`
 * SKUs that Amazon no longer has, `rowsElsewhere` SKUs whose stock is counted at another account or marketplace.
 */
export const SyncRun = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  kind: z.enum(syncKinds),
  mode: z.enum(syncModes),
  status: z.enum(syncRunStatuses),
  requestedBy: z.string(),
  rowsRead: z.int(),
  rowsChanged: z.int(),
  rowsCreated: z.int(),
  rowsMissing: z.int(),
  rowsElsewhere: z.int(),
  /** Number of SKUs in the last full read, for the progress bar. */
  rowsExpected: z.int().nullable(),
  differences: z.int(),
  error: z.string().nullable(),
  startedAt: Moment,
  finishedAt: Moment.nullable(),
})
export type SyncRun = z.output<typeof SyncRun>

/** A SKU whose numbers differed from Amazon's; `here` is null for a SKU that is new here, `amazon` for one that Amazon lacks. */
export const StockDifference = z.object({
  id: Id,
  skuId: Id,
  sku: z.string(),
  title: z.string(),
  cause: z.enum(differenceCauses),
  here: Quantities.nullable(),
  amazon: Quantities.nullable(),
})
export type StockDifference = z.output<typeof StockDifference>

/** The last full comparison with Amazon; null before the first. */
export const DriftReport = z.object({
  runId: Id,
  comparedAt: Moment,
  skusCompared: z.int(),
  differences: z.int(),
  /** Differences that earlier syncs missed. */
  unexplained: z.int(),
})
export type DriftReport = z.output<typeof DriftReport>

const CompanyParams = z.strictObject({ companyId: Id })

export const marketplaceApi = {
  integration: endpoint({
    method: 'GET',
    path: '/api/settings/amazon-integration',
    summary: 'The company’s first Amazon account; null when there is none',
    access: 'readonly',
    scope: 'company',
    reply: AmazonIntegration.nullable(),
  }),
  saveIntegration: endpoint({
    method: 'POST',
    path: '/api/settings/amazon-integration',
    summary: 'Save an Amazon account’s name and marketplaces; Amazon has to authorise a new one before it syncs',
    access: 'ops',
    scope: 'company',
    body: SaveIntegration,
    reply: AmazonIntegration,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/amazon/status',
    summary: 'Whether Amazon is connected, as our own database has it',
    access: 'readonly',
    scope: 'company',
    reply: AmazonStatus,
  }),
  setupInfo: endpoint({
    method: 'GET',
    path: '/api/amazon/setup-info',
    summary: 'What is missing for a connection, and how to get it',
    access: 'readonly',
    scope: 'company',
    reply: SetupInfo,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/amazon/test',
    summary: 'Ask Amazon whether it lets us in',
    access: 'ops',
    scope: 'company',
    reply: TestResult,
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/api/amazon/auth/status/:companyId',
    summary: 'The Amazon accounts of a company',
    access: 'readonly',
    scope: 'company',
    params: CompanyParams,
    reply: z.array(AmazonAccount),
  }),
  initiate: endpoint({
    method: 'POST',
    path: '/api/amazon/auth/initiate',
    summary: 'Begin to connect an account, or (with `accountId`) to authorise one again: where to send the browser',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({
      companyId: Id,
      integrationName: line(t('Integration name')),
      region: z.enum(regions),
      /** Selects the country where Amazon has no common page for the region. */
      marketplaceId: z.string().max(40).optional(),
      accountId: Id.optional(),
    }),
    reply: z.object({ authorizationUrl: z.url() }),
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/amazon/auth/:id',
    summary: 'Forget an account’s tokens and stop its syncs; products and stock stay',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ id: Id }),
    reply: z.object({ id: Id }),
  }),
  syncInventory: endpoint({
    method: 'POST',
    path: '/api/sync/inventory',
    summary: 'Read all stock from every connected account; a sync that runs already is left to run',
    access: 'ops',
    scope: 'company',
    reply: z.array(SyncRun),
    status: 202,
  }),
  syncRuns: endpoint({
    method: 'GET',
    path: '/api/amazon/sync-runs',
    summary: 'Syncs with Amazon, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery,
    reply: z.array(SyncRun),
    paged: true,
  }),
  drift: endpoint({
    method: 'GET',
    path: '/api/amazon/drift',
    summary: 'The last daily comparison of our numbers with Amazon’s; null before the first',
    access: 'readonly',
    scope: 'company',
    reply: DriftReport.nullable(),
  }),
  differences: endpoint({
    method: 'GET',
    path: '/api/amazon/sync-runs/:runId/differences',
    summary: 'What differed when a full read compared all numbers, by SKU',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ runId: Id }),
    query: PageQuery.extend({ cause: z.enum(differenceCauses).optional() }),
    reply: z.array(StockDifference),
    paged: true,
  }),
}
