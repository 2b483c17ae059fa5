import type { NotificationMethod } from '#contract/notification-values.ts'
import type { SendOutcome } from './outcome.ts'

/** One recipient's server may be away while others answer; this many in a row mean that the service is. */
const mostInARow = 3

/** Which services are worth calling for the rest of a run. */
export function createServiceMonitor() {
  const inVain: Record<NotificationMethod, number> = { sms: 0, email: 0 }
  return {
    answers: (method: NotificationMethod): boolean => inVain[method] < mostInARow,
    record(method: NotificationMethod, outcome: SendOutcome): void {
      if (outcome === 'silent') inVain[method] = mostInARow
      else if (outcome === 'waiting' || outcome === 'doubtful') inVain[method] += 1
      else if (outcome === 'sent') inVain[method] = 0
    },
  }
}
