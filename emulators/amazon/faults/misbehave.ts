import { expiredToken, refusalReply, internalFailure, quotaExceeded } from '../refusal.ts'
import { htmlReply, jsonReply, type Reply } from '../../http.ts'
import type { AmazonEmulator } from '../emulator.ts'
import type { Fault } from './faults.ts'

/** What the caller gets: a reply, none at all, or a broken connection. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

const usualDelaySeconds = 30
/** Longest wait of an out-of-order reply when no other request comes. */
const longestHoldSeconds = 10

/** Carries out a fault. `act` runs the operation, for the kinds of faults that come after it. */
export async function misbehave(
  emulator: AmazonEmulator,
  fault: Fault,
  act: () => Reply,
  token: string | undefined,
): Promise<ReplyOutcome> {
  switch (fault.kind) {
    case 'throttle':
      return refusalReply(quotaExceeded())
    case 'error-500':
      return refusalReply(internalFailure(500))
    case 'error-502':
      return refusalReply(internalFailure(502))
    case 'error-503':
      return refusalReply(internalFailure(503))
    case 'hang':
      return 'silence'
    case 'drop':
    case 'lost-lwa':
      return 'broken-connection'
    case 'drop-after-acting':
      act()
      return 'broken-connection'
    case 'late':
      return answerLate(emulator, act(), fault.delaySeconds ?? usualDelaySeconds)
    case 'html-502':
      return htmlReply(502, gatewayPage('502 Bad Gateway'))
    case 'html-200':
      return htmlReply(200, gatewayPage('We will be back soon'))
    case 'truncated':
      return cutOff(act())
    case 'out-of-order':
      return answerBehindNext(emulator, act())
    case 'expire-token':
      return expireToken(emulator, token)
    case 'wrong-shape':
      act()
      return jsonReply(200, { message: 'Welcome', version: 7, items: 'none' })
  }
}

function expireToken({ state, clock }: AmazonEmulator, token = ''): Reply {
  const found = state.tokens.accessTokens[token]
  if (found) found.expiresAt = clock.now().toISOString()
  return refusalReply(expiredToken())
}

async function answerLate({ clock, ended }: AmazonEmulator, reply: Reply, seconds: number): Promise<ReplyOutcome> {
  await clock.sleep(seconds * 1000, ended).catch(() => {})
  return reply
}

async function answerBehindNext({ clock, ended, nextReply }: AmazonEmulator, reply: Reply): Promise<ReplyOutcome> {
  const anyway = new AbortController()
  const longest = clock.sleep(longestHoldSeconds * 1000, AbortSignal.any([ended, anyway.signal])).catch(() => {})
  await Promise.race([nextReply(), longest])
  anyway.abort()
  return reply
}

function cutOff(reply: Reply): Reply {
  const body = Buffer.from(reply.body ?? '')
  return { ...reply, body: body.subarray(0, Math.floor(body.length / 2)) }
}

const gatewayPage = (title: string) =>
  `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`
