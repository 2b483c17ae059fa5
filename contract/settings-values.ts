export const sessionTimeouts = ['1h', '8h', '1d', '7d'] as const

export type SessionTimeout = (typeof sessionTimeouts)[number]

export const sessionTimeoutSeconds: Record<SessionTimeout, number> = {
  '1h': 3_600,
  '8h': 8 * 3_600,
  '1d': 24 * 3_600,
  '7d': 7 * 24 * 3_600,
}

export const syncFrequencies = ['15min', '30min', '1h', '4h'] as const

export type SyncFrequency = (typeof syncFrequencies)[number]

/** Amazon's data protection policy allows at most 30 days after delivery. */
export const longestRetentionDays = 30
