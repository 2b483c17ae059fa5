/** Days after which something is overdue that Amazon has taken without a word of when it ships. */
export const daysWithoutDate = 3

/** By when Amazon is to have begun. */
export const shipByDate = (estimatedShipDate: Date | null, acceptedAt: Date): Date =>
  estimatedShipDate ?? new Date(acceptedAt.getTime() + daysWithoutDate * 86_400_000)
