import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'

/** An error in an answer with status 200. */
export type GraphError = { message: string; extensions?: { code?: string | undefined } | undefined }

/** Shopify's refusal of a whole request, by its HTTP status. */
export function toFailure(status: number, isWrite: boolean): Error {
  switch (status) {
    case 401:
      return new Unauthorized(
        'Shopify no longer gives Lockstep access. Check that the app is still installed on the store, then reconnect it.',
      )
    case 402:
      return frozen()
    case 403:
      return new Unauthorized('This app can’t read the store. Install it on the store again.')
    case 404:
      return new Unauthorized('This store no longer exists at Shopify. Check the store’s name, or reconnect it.')
    case 423:
      return new Unavailable('The store is locked at Shopify.', { retryAfterSeconds: 3_600 })
    case 429:
      return throttled()
    default:
      return new Unavailable(`Shopify returned a temporary error (${status}).`, { mayHaveHappened: isWrite })
  }
}

/** The first of the errors in an answer with status 200. */
export function toRequestFailure({ message, extensions }: GraphError, isWrite: boolean): Error {
  switch (extensions?.code ?? '') {
    case 'THROTTLED':
      return throttled()
    case 'MAX_COST_EXCEEDED':
      return new Rejected('A request from Lockstep was too large for Shopify.', { whoActs: 'lockstep' })
    case 'ACCESS_DENIED':
      return missingScope(message)
    case 'SHOP_INACTIVE':
      return frozen()
    case 'INTERNAL_SERVER_ERROR':
    case 'TIMEOUT':
      return new Unavailable('Shopify returned a temporary error.', { mayHaveHappened: isWrite })
    default:
      return new Rejected(`Shopify rejects this: ${shorten(message) || 'no reason given'}`, {
        code: extensions?.code ?? 'refused',
        whoActs: 'lockstep',
      })
  }
}

export const shorten = (text: string): string => text.slice(0, 300)

function missingScope(message: string): Rejected {
  const scopes = [...message.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)
  const named = scopes.length > 0 ? `the access scope ${scopes.join(' or ')}` : 'an access scope'
  const remedy = 'Add it to the app in the Dev Dashboard, release the version, and approve it on the store.'
  return new Rejected(`The app lacks ${named}. ${remedy}`, { code: 'missing_scope', whoActs: 'you', remedy })
}

function frozen(): Rejected {
  const remedy = 'Its owner must sign in to Shopify and choose a plan or pay the bill.'
  return new Rejected(`The store is frozen at Shopify. ${remedy}`, { code: 'frozen', whoActs: 'you', remedy })
}

const throttled = () =>
  new Unavailable('Shopify asks Lockstep to wait: too many requests in a short time.', { retryAfterSeconds: 10 })

type UserError = { code?: string | null | undefined; message: string }

/** Shopify's objection to what was asked, as a refusal. Something may have been written nevertheless. */
export const toObjection = ({ code, message }: UserError): Rejected =>
  new Rejected(`Shopify rejects this: ${shorten(message)}`, { code: code ?? 'refused' })
