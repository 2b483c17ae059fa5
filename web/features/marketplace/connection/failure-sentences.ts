import type { ConnectionFailure } from '#contract/marketplace-values.ts'

export const failureMessages: Record<ConnectionFailure, string> = {
  denied: 'Access was denied on Amazon’s page. Nothing was stored.',
  expired:
    'Too much time passed before you came back from Amazon. Nothing was stored; begin with New Connection again.',
  state:
    'This way back from Amazon was used before, or was begun by somebody else or in another company. Nothing was changed.',
  network: 'Amazon couldn’t be reached to finish the connection. Nothing was stored; try again in a few minutes.',
  refused: 'Amazon didn’t accept the authorization. Nothing was stored; begin again.',
  'other-seller':
    'You were signed in at Amazon as another seller than this account’s. Sign in there as the same one, or make a new connection.',
  'signed-out': 'You were signed out of Lockstep while you were at Amazon. Nothing was stored; begin again.',
}
