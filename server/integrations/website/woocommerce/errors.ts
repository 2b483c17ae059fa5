import { z } from 'zod'
import { type Message, say } from '#contract/i18n.ts'
import { OrderGone } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { AnswerTooLarge, ForbiddenAddress, type GuardedResponse } from '../outgoing/guarded-request.ts'

/** Errors of WordPress; `code` is a number in some parts of WooCommerce. */
const WpError = z.object({ code: z.union([z.string(), z.number().transform(String)]), message: z.string().catch('') })

export type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; now: Date }

const keyPage = say('WooCommerce → Settings → Advanced → REST API')

/** The code of an error answer, or null. */
export const errorCodeOf = (json: unknown): string | null => WpError.safeParse(json).data?.code ?? null

/** An answer that is not the one that was asked for, as a failure with its own sentence. */
export function toFailure(response: GuardedResponse, json: unknown, call: Call): Error {
  const { status } = response
  const error = WpError.safeParse(json).data
  if (status >= 300 && status < 400) return redirected(response)
  if (status === 429) {
    return new Unavailable(say('The shop’s server asks Lockstep to wait (429).'), retryAfter(response, call))
  }
  if (error && (status === 401 || status === 403)) return refusedKey(status, error)
  if (status === 503) {
    return new Unavailable(say('The shop is in maintenance mode (503).'), {
      ...retryAfter(response, call),
      ...ambiguous(call),
    })
  }
  if (status >= 500) {
    return new Unavailable(say('The shop returned a temporary error ({status}).', { status }), {
      ...retryAfter(response, call),
      ...ambiguous(call),
    })
  }
  if (!error) return notJson(status, call)
  return rejected(status, error)
}

/** Firewalls and caches answer with a page of their own, under any status. */
function notJson(status: number, call: Call): Error {
  if (status === 404) return noApi()
  return new Unavailable(
    say(
      'The shop’s site responded with a web page instead of data ({status}): a firewall or a maintenance page may be blocking it. Allow Lockstep’s requests to /wp-json/wc/.',
      { status },
    ),
    ambiguous(call),
  )
}

const noApi = () =>
  toRejected(
    'rest_no_route',
    say(
      'The WooCommerce API was not found at this address. Check the address, that WooCommerce is active, and that WordPress permalinks are not “Plain”.',
    ),
  )

function redirected({ status, headers }: GuardedResponse): Rejected {
  const target = headers.location
  const where = target && URL.canParse(target) ? new URL(target) : null
  const sentence = where
    ? say('The site redirects to another address ({status}): to {address}. Connect the shop with the final address.', {
        status,
        address: `${where.origin}${where.pathname.replace(/\/wp-json.*$/, '')}`,
      })
    : say('The site redirects to another address ({status}). Connect the shop with the final address.', { status })
  return toRejected('redirected', sentence)
}

type WpProblem = z.output<typeof WpError>

function refusedKey(status: number, { code, message }: WpProblem): Unauthorized {
  if (/write permissions/.test(message)) {
    return new Unauthorized(
      say('The key can only read. Create one with Read/Write permissions at {keyPage}.', { keyPage }),
    )
  }
  if (/read permissions/.test(message)) {
    return new Unauthorized(
      say('The key can only write. Create one with Read/Write permissions at {keyPage}.', { keyPage }),
    )
  }
  if (code === 'woocommerce_rest_authentication_error') {
    return new Unauthorized(say('The shop rejects the consumer secret. Create a new key at {keyPage}.', { keyPage }))
  }
  if (status === 401) {
    return new Unauthorized(
      say(
        'The shop does not recognize the consumer key: it was revoked, or the server removes the Authorization header. Create a new key at {keyPage}.',
        { keyPage },
      ),
    )
  }
  return new Unauthorized(
    say('The key’s WordPress user lacks permission. The key must belong to an administrator or shop manager.'),
  )
}

function rejected(status: number, { code, message }: WpProblem): Rejected {
  if (code === 'rest_no_route') return noApi()
  if (code.includes('order_invalid_id')) {
    return new OrderGone(say('The order was deleted in WooCommerce.'))
  }
  if (code.includes('invalid_id')) {
    return toRejected('gone', say('Deleted in WooCommerce.'))
  }
  if (status === 413) {
    return new Rejected(say('The shop’s server rejects a message of this size (413).'), { code, whoActs: 'other_side' })
  }
  if (code === 'rest_invalid_param' || code === 'rest_missing_callback_param') {
    // The sentence names parameters, never their values.
    const sentence = say('WooCommerce rejects the request: {reason}.', { reason: message.slice(0, 200) })
    return new Rejected(sentence, { code, whoActs: 'lockstep' })
  }
  const shortCode = code.slice(0, 80)
  return new Rejected(say('WooCommerce rejects the request ({status}, {code}).', { status, code: shortCode }), {
    code: shortCode,
    whoActs: 'other_side',
  })
}

const toRejected = (code: string, sentence: Message) => new Rejected(sentence, { code, whoActs: 'you' })

const ambiguous = ({ method }: Call) => (method === 'GET' ? {} : { mayHaveHappened: true })

/** `Retry-After` is a number of seconds or a date. */
function retryAfter({ headers }: GuardedResponse, { now }: Call): { retryAfterSeconds?: number } {
  const given = headers['retry-after']
  if (given === undefined) return {}
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now.getTime()) / 1000)
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {}
}

/** Only the system's error code is used: the error's text may contain more than users should see. */
export function toConnectionFailure(error: unknown, call: Call): Error {
  if (error instanceof ForbiddenAddress) {
    return toRejected(
      'address_refused',
      say('The shop’s address can’t be used. Use an https address that can be reached from the internet.'),
    )
  }
  if (error instanceof AnswerTooLarge) return error
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return new Unavailable(say('The shop did not respond in time.'), ambiguous(call))
  }
  const code = systemCode(error)
  if (code && /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return toRejected(
      'certificate',
      say('The shop’s site certificate is not valid ({code}). Ask the shop’s host to fix it.', { code }),
    )
  }
  const known = connectionProblems.find(({ codes }) => codes.test(code ?? ''))
  return new Unavailable(known?.sentence ?? say('The shop can’t be reached: no connection.'), ambiguous(call))
}

/** The system's error codes in words: the sentence is shown to the shop's owner. */
const connectionProblems = [
  { codes: /^(?:ENOTFOUND|EAI_)/, sentence: say('The shop can’t be reached: no site was found at its address.') },
  { codes: /^ECONNREFUSED$/, sentence: say('The shop can’t be reached: its server refused the connection.') },
  {
    codes: /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    sentence: say('The shop can’t be reached: its server closed the connection.'),
  },
]

function systemCode(error: unknown): string | null {
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
