import type { Received } from '../../http/received.ts'
import { jsonReply, type Reply } from '../../http/reply.ts'
import type { StandIn } from '../stand-in.ts'
import { accessTokenSeconds, issueAccessToken, issueRefreshToken, redeemCode } from './tokens.ts'

const grantlessScopes = ['sellingpartnerapi::notifications', 'sellingpartnerapi::client_credential:rotation']

/** `POST /auth/o2/token`: OAuth's own shapes, not those of the Selling Partner API. */
export function answerTokenRequest(standIn: StandIn, received: Received): Reply {
  if (!received.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return refuse('invalid_request', 'The content type must be application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(received.body.toString())
  const { client } = standIn
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    return refuse('invalid_client', 'Client authentication failed', 401)
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(standIn, form)
    case 'refresh_token':
      return refresh(standIn, form)
    case 'client_credentials':
      return grantToApplication(standIn, form)
    case null:
      return refuse('invalid_request', 'The parameter grant_type is missing')
    default:
      return refuse('unsupported_grant_type', 'This grant type is not supported')
  }
}

function exchangeCode({ world, clock }: StandIn, form: URLSearchParams): Reply {
  const now = clock.now()
  const sellerId = redeemCode(world.tokens, form.get('code') ?? '', form.get('redirect_uri') ?? '', now)
  if (sellerId === null) return refuse('invalid_grant', 'The authorization code is wrong, used or expired')
  return grant({
    access_token: issueAccessToken(world.tokens, { sellerId, scope: null }, now),
    refresh_token: issueRefreshToken(world.tokens, sellerId),
  })
}

function refresh({ world, clock }: StandIn, form: URLSearchParams): Reply {
  const refreshToken = form.get('refresh_token') ?? ''
  const found = world.tokens.refreshTokens[refreshToken]
  if (!found) return refuse('invalid_grant', 'The refresh token is wrong, or its seller took the consent back')
  return grant({
    access_token: issueAccessToken(world.tokens, { sellerId: found.sellerId, scope: null }, clock.now()),
    refresh_token: refreshToken,
  })
}

function grantToApplication({ world, clock }: StandIn, form: URLSearchParams): Reply {
  const scope = form.get('scope')
  if (scope === null || !grantlessScopes.includes(scope)) return refuse('invalid_scope', 'The scope is unknown')
  return grant({ access_token: issueAccessToken(world.tokens, { sellerId: null, scope }, clock.now()), scope })
}

const grant = (tokens: Record<string, string>) =>
  jsonReply(200, { ...tokens, token_type: 'bearer', expires_in: accessTokenSeconds })

const refuse = (error: string, description: string, status = 400) =>
  jsonReply(status, { error, error_description: description })
