import { jsonReply, type Received, type Reply } from '../../http.ts'
import type { AmazonEmulator } from '../emulator.ts'
import { lwaOperation } from '../faults/faults.ts'
import { misbehave, type ReplyOutcome } from '../faults/misbehave.ts'
import { accessTokenSeconds, issueAccessToken, issueRefreshToken, redeemCode } from './tokens.ts'

export const lwaPath = '/auth/o2/token'

/** Login with Amazon: the OAuth token endpoint, with faults. */
export async function answerLwa(emulator: AmazonEmulator, received: Received): Promise<ReplyOutcome> {
  if (received.method !== 'POST') return jsonReply(405, { error: 'invalid_request' })
  const act = () => {
    const reply = answerTokenRequest(emulator, received)
    emulator.scheduleSave()
    return reply
  }
  const fault = emulator.faults.take(lwaOperation)
  return fault ? misbehave(emulator, fault, act, undefined) : act()
}

const grantlessScopes = ['sellingpartnerapi::notifications', 'sellingpartnerapi::client_credential:rotation']

/** `POST /auth/o2/token`. Errors have OAuth's format, not that of SP-API. */
function answerTokenRequest(emulator: AmazonEmulator, received: Received): Reply {
  if (!received.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return oauthError('invalid_request', 'The content type must be application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(received.body.toString())
  const { client } = emulator
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    return oauthError('invalid_client', 'Client authentication failed', 401)
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(emulator, form)
    case 'refresh_token':
      return refresh(emulator, form)
    case 'client_credentials':
      return grantToApplication(emulator, form)
    case null:
      return oauthError('invalid_request', 'The parameter grant_type is missing')
    default:
      return oauthError('unsupported_grant_type', 'This grant type is not supported')
  }
}

function exchangeCode({ state, clock }: AmazonEmulator, form: URLSearchParams): Reply {
  const now = clock.now()
  const sellerId = redeemCode(state.tokens, form.get('code') ?? '', form.get('redirect_uri') ?? '', now)
  if (sellerId === null) return oauthError('invalid_grant', 'The authorization code is wrong, used or expired')
  return tokenReply({
    access_token: issueAccessToken(state.tokens, { sellerId, scope: null }, now),
    refresh_token: issueRefreshToken(state.tokens, sellerId),
  })
}

function refresh({ state, clock }: AmazonEmulator, form: URLSearchParams): Reply {
  const refreshToken = form.get('refresh_token') ?? ''
  const found = state.tokens.refreshTokens[refreshToken]
  if (!found) return oauthError('invalid_grant', 'The refresh token is wrong, or its seller took the consent back')
  return tokenReply({
    access_token: issueAccessToken(state.tokens, { sellerId: found.sellerId, scope: null }, clock.now()),
    refresh_token: refreshToken,
  })
}

function grantToApplication({ state, clock }: AmazonEmulator, form: URLSearchParams): Reply {
  const scope = form.get('scope')
  if (scope === null || !grantlessScopes.includes(scope)) return oauthError('invalid_scope', 'The scope is unknown')
  return tokenReply({ access_token: issueAccessToken(state.tokens, { sellerId: null, scope }, clock.now()), scope })
}

const tokenReply = (tokens: Record<string, string>) =>
  jsonReply(200, { ...tokens, token_type: 'bearer', expires_in: accessTokenSeconds })

const oauthError = (error: string, description: string, status = 400) =>
  jsonReply(status, { error, error_description: description })
