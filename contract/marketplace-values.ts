export const regions = ['us', 'eu', 'fe'] as const

export type Region = (typeof regions)[number]

export const regionLabels: Record<Region, string> = {
  us: 'North America (US)',
  eu: 'Europe (EU)',
  fe: 'Far East (FE)',
}

export const syncKinds = ['inventory', 'catalog', 'two_way', 'fulfillment', 'drift'] as const

export type SyncKind = (typeof syncKinds)[number]

export const syncModes = ['full', 'delta', 'dry_run'] as const

export type SyncMode = (typeof syncModes)[number]

export const syncRunStatuses = ['running', 'completed', 'failed'] as const

export type SyncRunStatus = (typeof syncRunStatuses)[number]

/**
 * Why a number here was not Amazon's when all of them were compared: Amazon changed it after we last asked; we should
 * have known; somebody typed it here; Amazon doesn't have the SKU any more; Amazon has it and we hadn't.
 */
export const differenceCauses = ['changed_since', 'missed', 'typed_here', 'missing_on_amazon', 'new_on_amazon'] as const

export type DifferenceCause = (typeof differenceCauses)[number]

/** Why a connection did not come about: the `reason` in the address where the browser ends with `status=error`. */
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

/** What is kept in step with an Amazon listing, field by field; `listing` stands for the listing as a whole, when it is made. */
export const listingFields = ['listing', 'title', 'price', 'quantity', 'brand', 'description', 'bulletPoints'] as const

export type ListingField = (typeof listingFields)[number]

export const changeDirections = ['to_amazon', 'to_lockstep'] as const

export type ChangeDirection = (typeof changeDirections)[number]

/** Sent: Amazon has accepted it; whether it stands there is known when it is read back. Skipped: it changed again meanwhile. */
export const changeOutcomes = ['planned', 'taken', 'sent', 'rejected', 'skipped'] as const

export type ChangeOutcome = (typeof changeOutcomes)[number]

export const issueSeverities = ['error', 'warning', 'info'] as const

export type IssueSeverity = (typeof issueSeverities)[number]
