import { isSwitchedOn, optedOut } from '../sending/judge-message.ts'
import type { KeptMessage } from './queries/history.ts'

/** Why a message can't be sent once more; null when it can. */
export function resendObstacleOf(kept: KeptMessage): string | null {
  if (kept.isErased) return 'The customer’s data have been erased.'
  if (kept.status === 'pending') return 'It has not been sent yet.'
  if (kept.status === 'held') return 'It waits for quiet hours to end.'
  if (kept.isResent) return 'It is being sent again already.'
  if (kept.recipientHash === null) return kept.error ?? 'It has nowhere to go.'
  if (!kept.isTest && !isSwitchedOn(kept)) return 'Such messages are switched off in Settings > Notifications.'
  return kept.audience === 'customer' && kept.isOptedOut ? optedOut[kept.method] : null
}
