/** Where a quantity was read or typed. */
export const stockSources = ['amazon', 'sheet', 'upload', 'undo'] as const
export type StockSource = (typeof stockSources)[number]

/** Who keeps the units: a quantity that Amazon holds is Amazon's to say. */
export const stockHolders = ['amazon', 'merchant'] as const
export type StockHolder = (typeof stockHolders)[number]

/** Why a hold ended: Amazon's own count includes it by now, or the order was cancelled. */
export const holdEndings = ['counted_by_amazon', 'cancelled'] as const
export type HoldEnding = (typeof holdEndings)[number]
