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
