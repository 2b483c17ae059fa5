import { isSwitchedOn, optedOutMessage } from '../sending/judge-message.ts'
import type { StoredMessage } from './queries/history.ts'

/** Why a message can't be sent once more; null when it can. */
export function findResendObstacle(stored: StoredMessage): string | null {
  if (stored.isErased) return 'The customer’s data have been erased.'
  if (stored.status === 'pending') return 'It has not been sent yet.'
  if (stored.status === 'held') return 'It waits for quiet hours to end.'
  if (stored.isResent) return 'It is being sent again already.'
  if (stored.recipientHash === null) return stored.error ?? 'It has nowhere to go.'
  if (!stored.isTest && !isSwitchedOn(stored)) return 'Such messages are switched off in Settings > Notifications.'
  return stored.audience === 'customer' && stored.isOptedOut ? optedOutMessage[stored.method] : null
}
