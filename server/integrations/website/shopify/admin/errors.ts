import { asMessage, say } from '#contract/i18n.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'

/** An error in an answer with status 200. */
export type GraphError = { message: string; extensions?: { code?: string | undefined } | undefined }

/** Shopify's refusal of a whole request, by its HTTP status. */
export function toFailure(status: number, isWrite: boolean): Error {
  switch (status) {
    case 401:
      return new Unauthorized(
        say(
          'Shopify no longer gives Lockstep access. Check that the app is still installed on the store, then reconnect it.',
        ),
      )
    case 402:
      return frozen()
    case 403:
      return new Unauthorized(say('This app can’t read the store. Install it on the store again.'))
    case 404:
      return new Unauthorized(say('This store no longer exists at Shopify. Check the store’s name, or reconnect it.'))
    case 423:
      return new Unavailable(say('The store is locked at Shopify.'), { retryAfterSeconds: 3_600 })
    case 429:
      return throttled()
    default:
      return new Unavailable(say('Shopify returned a temporary error ({status}).', { status }), {
        mayHaveHappened: isWrite,
      })
  }
}

/** The first of the errors in an answer with status 200. */
export function toRequestFailure({ message, extensions }: GraphError, isWrite: boolean): Error {
  switch (extensions?.code ?? '') {
    case 'THROTTLED':
      return throttled()
    case 'MAX_COST_EXCEEDED':
      return new Rejected(say('A request from Lockstep was too large for Shopify.'), { whoActs: 'lockstep' })
    case 'ACCESS_DENIED':
      return missingScope(message)
    case 'SHOP_INACTIVE':
      return frozen()
    case 'INTERNAL_SERVER_ERROR':
    case 'TIMEOUT':
      return new Unavailable(say('Shopify returned a temporary error.'), { mayHaveHappened: isWrite })
    default:
      return new Rejected(
        say('Shopify rejects this: {reason}', { reason: shorten(message) || say('no reason given') }),
        { code: extensions?.code ?? 'refused', whoActs: 'lockstep' },
      )
  }
}

export const shorten = (text: string): string => text.slice(0, 300)

function missingScope(message: string): Rejected {
  const scopes = [...message.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
  const sentence =
    scopes.length > 0
      ? say(
          'The app lacks the access scope {scope}. Add it to the app in the Dev Dashboard, release the version, and approve it on the store.',
          { scope: scopes.map(asMessage).reduce((first, second) => say('{first} or {second}', { first, second })) },
        )
      : say(
          'The app lacks an access scope. Add it to the app in the Dev Dashboard, release the version, and approve it on the store.',
        )
  return new Rejected(sentence, { code: 'missing_scope', whoActs: 'you' })
}

const frozen = () =>
  new Rejected(
    say('The store is frozen at Shopify. Its owner must sign in to Shopify and choose a plan or pay the bill.'),
    { code: 'frozen', whoActs: 'you' },
  )

const throttled = () =>
  new Unavailable(say('Shopify asks Lockstep to wait: too many requests in a short time.'), { retryAfterSeconds: 10 })

type UserError = { code?: string | null | undefined; message: string }

/** Shopify's objection to what was asked, as a refusal. Something may have been written nevertheless. */
export const toObjection = ({ code, message }: UserError): Rejected =>
  new Rejected(say('Shopify rejects this: {reason}', { reason: shorten(message) }), { code: code ?? 'refused' })
