import type { Faults as FaultsOf } from '../faults.ts'
import { htmlReply, jsonReply, type Reply } from '../http.ts'

/** What the caller gets: a reply, none at all, or a broken connection. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

/** Carries out a fault. `act` runs the operation, for the kinds of faults that come after it. */
export async function misbehave(kind: FaultKind, act: () => Promise<Reply>): Promise<ReplyOutcome> {
  switch (kind) {
    case 'throttle':
      return jsonReply(429, { code: 'too_many_requests', message: 'Too many requests' }, { 'retry-after': '3' })
    case 'error-500':
      return jsonReply(500, {
        code: 'internal_server_error',
        message: '<p>There has been a critical error on this website.</p>',
        data: { status: 500 },
      })
    case 'html-challenge':
      return htmlReply(200, '<html><head><title>Just a moment…</title></head><body>Checking your browser</body></html>')
    case 'html-403':
      return htmlReply(403, '<html><body><h1>403 Forbidden</h1></body></html>')
    case 'maintenance':
      return htmlReply(503, '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>', {
        'retry-after': '600',
      })
    case 'redirect':
      return { status: 301, headers: { location: 'https://www.shop.example/wp-json/wc/v3/orders' } }
    case 'hang':
      return 'silence'
    case 'drop':
      return 'broken-connection'
    case 'drop-after-acting':
      await act()
      return 'broken-connection'
    case 'wrong-shape':
      await act()
      return jsonReply(200, { data: 'none' })
  }
}

/** All kinds of faults that tests can inject. */
export const faultKinds = [
  'throttle',
  'error-500',
  'html-challenge',
  'html-403',
  'maintenance',
  'redirect',
  'hang',
  'drop',
  'drop-after-acting',
  'wrong-shape',
] as const

export type FaultKind = (typeof faultKinds)[number]

export type Faults = FaultsOf<FaultKind>
