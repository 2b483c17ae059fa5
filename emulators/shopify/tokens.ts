import { randomBytes } from 'node:crypto'
import { htmlReply, jsonReply, type Received, type Reply } from '../http.ts'
import type { ShopifyEmulator } from './emulator.ts'
import type { Shop } from './state.ts'

const lifeSeconds = 86_399

/** The token endpoint for the client credentials grant. */
export function answerTokenRequest({ clock, scheduleSave }: ShopifyEmulator, shop: Shop, { body }: Received): Reply {
  const form = new URLSearchParams(body.toString())
  const refuse = (error: string, description: string) => jsonReply(400, { error, error_description: description })
  if (form.get('grant_type') !== 'client_credentials')
    return refuse('unsupported_grant_type', 'Use client_credentials.')
  if (shop.isFrozen) return htmlReply(402, '<h1>This shop is unavailable</h1>')
  if (form.get('client_id') !== shop.clientId) return refuse('application_cannot_be_found', 'Unknown client_id.')
  if (form.get('client_secret') !== shop.clientSecret) return jsonReply(401, { error: 'invalid_client' })
  if (shop.isForeign) return refuse('shop_not_permitted', 'Client credentials cannot be performed on this shop.')
  if (!shop.isInstalled) return refuse('app_not_installed', 'The app is not installed on this shop.')
  const value = `shpat_${randomBytes(16).toString('hex')}`
  const expiresAt = new Date(clock.time() + lifeSeconds * 1000).toISOString()
  shop.tokens = [...shop.tokens.filter((token) => Date.parse(token.expiresAt) > clock.time()), { value, expiresAt }]
  scheduleSave()
  return jsonReply(200, { access_token: value, scope: shop.scopes.join(','), expires_in: lifeSeconds })
}

export const isValidToken = (shop: Shop, value: string | undefined, now: number): boolean =>
  shop.isInstalled && shop.tokens.some((token) => token.value === value && Date.parse(token.expiresAt) > now)
