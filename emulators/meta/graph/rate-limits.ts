import type { Clock } from '../../clock.ts'

/** Not Meta's formula, which depends on the shop's buyers; ordinary use stays far below. */
const callsAnHour = 4_800
const hour = 3_600_000

export type RateLimits = {
  /** Minutes to wait; null while calls are allowed. */
  take(accountId: string): number | null
}

export function createRateLimits(clock: Clock): RateLimits {
  const windows = new Map<string, { endsAt: number; calls: number }>()
  return {
    take(accountId) {
      const now = clock.time()
      const open = windows.get(accountId)
      const window = open && open.endsAt > now ? open : { endsAt: now + hour, calls: 0 }
      windows.set(accountId, window)
      window.calls += 1
      return window.calls > callsAnHour ? Math.ceil((window.endsAt - now) / 60_000) : null
    },
  }
}
