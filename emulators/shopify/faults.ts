import { htmlReply, jsonReply, type Reply } from '../http.ts'

/** What the caller gets: a reply, none at all, or a broken connection. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

/** All kinds of faults that tests can inject. */
export const faultKinds = [
  'throttle',
  'internal-error',
  'error-500',
  'html-502',
  'locked-423',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-token',
  'wrong-shape',
] as const

export type FaultKind = (typeof faultKinds)[number]

const error = (message: string, code: string) => jsonReply(200, { errors: [{ message, extensions: { code } }] })

/** Carries out a fault. `act` runs the operation, for the kinds of faults that come after it. */
export function misbehave(kind: FaultKind, act: () => void): ReplyOutcome {
  switch (kind) {
    case 'throttle':
      return error('Throttled', 'THROTTLED')
    case 'internal-error':
      return error('Internal error. Looks like something went wrong on our end.', 'INTERNAL_SERVER_ERROR')
    case 'error-500':
      return jsonReply(500, { errors: 'Internal Server Error' })
    case 'html-502':
      return htmlReply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')
    case 'locked-423':
      return jsonReply(423, { errors: 'Locked' })
    case 'hang':
      return 'silence'
    case 'drop':
      return 'broken-connection'
    case 'drop-after-acting':
      act()
      return 'broken-connection'
    case 'refuse-token':
      return jsonReply(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' })
    case 'wrong-shape':
      act()
      return jsonReply(200, { data: { shop: 'none', order: 7 } })
  }
}
