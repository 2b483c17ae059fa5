import { createHash } from 'node:crypto'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { type ShopifySettings, storeUrl, type Timing } from './settings.ts'

type Reply = { status: number; body: unknown }

type TokenSettings = Pick<ShopifySettings, 'shopifyUrl'> & {
  timing: Timing
  send(
    url: URL,
    init: { method: string; headers: Record<string, string>; body: string },
    isWrite: boolean,
  ): Promise<Reply>
}

type Token = { value: string; expiresAt: number }

/**
 * Access tokens of the seller's own app (client credentials grant): they live for 24 hours, and there is no refresh token. One request
 * is in flight per store and process; other processes find the token in the stored credentials.
 */
export type Tokens = {
  get(connection: ChannelConnection): Promise<string>
  /** Another token than the one that Shopify has just refused. */
  renew(connection: ChannelConnection, refused: string): Promise<string>
}

const renewedBeforeMs = 10 * 60_000

export function createTokens(settings: TokenSettings): Tokens {
  const { timing } = settings
  const tokens = new Map<string, Token>()
  const pending = new Map<string, Promise<string>>()
  const refusedTokens = new Set<string>()

  const isGood = (token: Token | null): token is Token =>
    token !== null && token.expiresAt - renewedBeforeMs > timing.now() && !refusedTokens.has(token.value)

  const request = async (connection: ChannelConnection, key: string): Promise<string> => {
    const { token, scope } = await requestToken(settings, connection)
    tokens.set(key, token)
    const { clientId, clientSecret } = credentialsOf(connection)
    const expireAt = new Date(token.expiresAt)
    const credentials = { clientId, clientSecret, accessToken: token.value, scope, expiresAt: expireAt.toISOString() }
    // The client secret does not expire, so the channel's credentials have no end.
    await connection.saveCredentials({ credentials, expireAt: null }).catch((error: unknown) => {
      // Another process has stored its own token meanwhile; both are good.
      if (!(error instanceof Unavailable)) throw error
    })
    return token.value
  }

  const requestOnce = (connection: ChannelConnection, key: string): Promise<string> => {
    const running = pending.get(key)
    if (running) return running
    const started = request(connection, key).finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }

  const get = async (connection: ChannelConnection): Promise<string> => {
    const key = keyOf(connection)
    const known = [tokens.get(key) ?? null, storedToken(connection)].find(isGood)
    return known?.value ?? requestOnce(connection, key)
  }
  return {
    get,
    async renew(connection, refused) {
      refusedTokens.add(refused)
      return get(connection)
    },
  }
}

function storedToken({ credentials }: ChannelConnection): Token | null {
  const { accessToken, expiresAt } = credentials ?? {}
  return accessToken && expiresAt ? { value: accessToken, expiresAt: Date.parse(expiresAt) } : null
}

const Granted = z.object({ access_token: z.string().min(1), scope: z.string().default(''), expires_in: z.number() })
const Refusal = z.object({ error: z.string().default(''), error_description: z.string().default('') })

async function requestToken(settings: TokenSettings, connection: ChannelConnection) {
  const { clientId, clientSecret } = credentialsOf(connection)
  const url = new URL('admin/oauth/access_token', storeUrl(settings.shopifyUrl, connection))
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await settings.send(url, { method: 'POST', headers, body: body.toString() }, false)
  const granted = Granted.safeParse(reply.body)
  if (reply.status >= 300 || !granted.success) throw toTokenFailure(reply, connection)
  const { access_token: value, scope, expires_in: seconds } = granted.data
  return { token: { value, expiresAt: settings.timing.now() + seconds * 1000 }, scope }
}

function toTokenFailure({ status, body }: Reply, connection: ChannelConnection): Error {
  const { error = '', error_description: text = '' } = Refusal.safeParse(body).data ?? {}
  const said = `${error} ${text}`
  if (status === 429 || status >= 500) {
    return new Unavailable(say('Shopify returned a temporary error ({status}).', { status }))
  }
  if (status === 402 || status === 423) {
    return new Unavailable(say('The store is frozen or locked at Shopify. Its owner must sign in there.'), {
      retryAfterSeconds: 3_600,
    })
  }
  if (said.includes('shop_not_permitted')) {
    return new Unauthorized(
      say(
        'This app can’t be used with this store: they belong to different Shopify organizations. Create the app in the Dev Dashboard of the organization that owns the store.',
      ),
    )
  }
  if (said.includes('app_not_installed') || said.includes('not installed')) {
    return new Unauthorized(say('The app is not installed on this store. Open it in the Dev Dashboard and install it.'))
  }
  if (status === 404) {
    const store = String(connection.accountId)
    return new Unauthorized(say('There is no Shopify store {store}. Check the name.', { store }))
  }
  return new Unauthorized(
    say(
      'Shopify rejects this client ID and client secret. Copy both again from the app’s settings in the Dev Dashboard.',
    ),
  )
}

function credentialsOf({ credentials }: ChannelConnection): { clientId: string; clientSecret: string } {
  const { clientId, clientSecret } = credentials ?? {}
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new Unauthorized(say('This channel has no client ID and client secret. Reconnect the store.'))
}

/** The secret is part of the key, hashed: a token of an old secret must not serve a new one. */
const keyOf = (connection: ChannelConnection): string =>
  [
    connection.accountId,
    createHash('sha256')
      .update(JSON.stringify(credentialsOf(connection)))
      .digest('base64url'),
  ].join(' ')
