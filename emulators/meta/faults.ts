import type { Faults as FaultsOf } from '../faults.ts'
import { htmlReply, jsonReply, type Reply } from '../http.ts'
import { badToken, noPermission, refusalReply, tooManyCalls, transientError } from './refusal.ts'
import type { Shop } from './state.ts'

/** What the caller gets: a reply, none at all, or a broken connection. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

/** Carries out a fault. `act` runs the operation, for the kinds of faults that come after it. */
export function misbehave(kind: FaultKind, { accountId }: Shop, act: () => Reply): ReplyOutcome {
  switch (kind) {
    case 'throttle':
      return refusalReply(tooManyCalls(accountId, 80_009, 3))
    case 'transient':
      return refusalReply(transientError())
    case 'error-500':
      return jsonReply(500, {})
    case 'html-502':
      return htmlReply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')
    case 'hang':
      return 'silence'
    case 'drop':
      return 'broken-connection'
    case 'drop-after-acting':
      act()
      return 'broken-connection'
    case 'refuse-token':
      return refusalReply(badToken())
    case 'no-permission':
      return refusalReply(noPermission())
    case 'wrong-shape':
      act()
      return jsonReply(200, { data: 'none', success: 'perhaps' })
  }
}

/** All kinds of faults that tests can inject. */
export const faultKinds = [
  'throttle',
  'transient',
  'error-500',
  'html-502',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-token',
  'no-permission',
  'wrong-shape',
] as const

export type FaultKind = (typeof faultKinds)[number]

export type Faults = FaultsOf<FaultKind>
