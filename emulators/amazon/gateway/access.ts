import type { Operation } from '../operation.ts'
import { denied } from '../refusal.ts'
import { createSeller, type Seller, type AmazonState } from '../world.ts'

/** For the application's own operations, which concern no seller. */
const nobody = createSeller({ id: '', name: '', endpoint: 'na', marketplaceIds: [] })

export function findTokenHolder(
  world: AmazonState,
  operation: Operation,
  token: string | undefined,
  now: Date,
): Seller {
  const found = token === undefined ? undefined : world.tokens.accessTokens[token]
  if (!found) throw denied('The access token you provided is missing or not known.')
  if (new Date(found.expiresAt) <= now) throw expiredToken()
  if (operation.grantlessScope !== undefined) {
    if (found.scope === operation.grantlessScope) return nobody
    throw denied('This operation takes a token of the application, for its scope.')
  }
  const seller = found.sellerId === null ? undefined : world.sellers[found.sellerId]
  if (!seller) throw denied('This operation takes a token of a selling partner.')
  return seller
}

export const expiredToken = () => denied('The access token you provided has expired.')
