import { htmlReply, jsonReply, type Reply } from '../../http/reply.ts'
import { badToken, noPermission, transientError, refusalReply, tooManyCalls } from '../refusal.ts'
import type { Shop } from '../world.ts'
import type { FaultKind } from './faults.ts'

/** What the caller gets to see: an answer, none for ever, or a connection that breaks off. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

/** Goes wrong as told; `act` does what was asked for, where the fault lets it come so far. */
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
