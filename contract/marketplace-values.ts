import { t } from './i18n.ts'

export const regions = ['us', 'eu', 'fe'] as const

export type Region = (typeof regions)[number]

export const regionLabels: Record<Region, string> = {
  us: t('North America (US)'),
  eu: t('Europe (EU)'),
  fe: t('Far East (FE)'),
}

export const syncKinds = ['inventory', 'catalog', 'two_way', 'fulfillment', 'drift'] as const

export type SyncKind = (typeof syncKinds)[number]

export const syncModes = ['full', 'delta', 'dry_run'] as const

export type SyncMode = (typeof syncModes)[number]

export const syncRunStatuses = ['running', 'completed', 'failed'] as const

export type SyncRunStatus = (typeof syncRunStatuses)[number]

/**
 * Why a stock number differed from Amazon's in a full comparison: Amazon changed it after our last read; a sync missed it; it was
 * typed here; Amazon no longer has the SKU; the SKU is new at Amazon.
 */
export const differenceCauses = ['changed_since', 'missed', 'typed_here', 'missing_on_amazon', 'new_on_amazon'] as const

export type DifferenceCause = (typeof differenceCauses)[number]

/** Why connecting an account failed: the `reason` in the URL of the result page. */
export const connectionFailures = [
  'denied',
  'expired',
  'state',
  'network',
  'refused',
  'other-seller',
  'signed-out',
] as const

export type ConnectionFailure = (typeof connectionFailures)[number]

/** The fields that two-way sync keeps equal; `listing` is the creation of the listing as a whole. */
export const listingFields = ['listing', 'title', 'price', 'quantity', 'brand', 'description', 'bulletPoints'] as const

export type ListingField = (typeof listingFields)[number]

export const changeDirections = ['to_amazon', 'to_lockstep'] as const

export type ChangeDirection = (typeof changeDirections)[number]

/** `sent`: Amazon accepted the change, and a later read confirms it. `taken`: Amazon's value was applied here. `skipped`: it changed again meanwhile. */
export const changeOutcomes = ['planned', 'taken', 'sent', 'rejected', 'skipped'] as const

export type ChangeOutcome = (typeof changeOutcomes)[number]

export const issueSeverities = ['error', 'warning', 'info'] as const

export type IssueSeverity = (typeof issueSeverities)[number]
