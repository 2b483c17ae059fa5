import type { Authorization, MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonSettings } from './settings.ts'
import { getSharedToken, type Token } from './shared-token.ts'
import { limitTime, waitFor } from './timing.ts'
import { requestToken, type GrantedTokens } from './token-request.ts'
import { RetryableError } from './trouble.ts'

/** Tokens are replaced so long before they end. */
const renewBefore = 60_000
/** A refresh serves everybody who waits for it, so it has its own time. */
const refreshTimeout = 30_000
/** Somebody looks at an empty page meanwhile. */
const codeTimeout = 10_000

export type TokenHolder = Pick<MarketplaceAccount, 'id' | 'refreshToken' | 'accessToken'>

export type TokenOptions = {
  deadline: number
  signal?: AbortSignal | undefined
  /** A token that Amazon has just turned away, whatever we thought of it. */
  refused?: string | undefined
}

/** `grant` is what it was given for: a refresh token, or a scope. */
type CachedToken = Token & { grant: string }

type TokenSource = { holder: string; grant: string; request(deadline: number): Promise<GrantedTokens> }

/** Login with Amazon: keeps one good access token for each account, and one for each scope of the application. */
export class Lwa {
  readonly #settings: AmazonSettings
  readonly #kept = new Map<string, CachedToken>()
  readonly #underWay = new Map<string, Promise<string>>()

  constructor(settings: AmazonSettings) {
    this.#settings = settings
  }

  async authorize(code: string): Promise<Authorization> {
    const { redirectUrl, timing } = this.#settings
    const granted = await requestToken(this.#settings, {
      accountId: null,
      form: { grant_type: 'authorization_code', code, redirect_uri: redirectUrl },
      secret: code,
      deadline: timing.now() + codeTimeout,
    })
    return toAuthorization(granted)
  }

  accountToken({ id, refreshToken, accessToken }: TokenHolder, wish: TokenOptions): Promise<string> {
    if (accessToken && this.#kept.get(id)?.grant !== refreshToken) {
      const expiresAt = accessToken.expiresAt.getTime()
      this.#kept.set(id, { grant: refreshToken, accessToken: accessToken.value, expiresAt })
    }
    return this.#give(wish, {
      holder: id,
      grant: refreshToken,
      request: (deadline) =>
        requestToken(this.#settings, {
          accountId: id,
          form: { grant_type: 'refresh_token', refresh_token: refreshToken },
          secret: refreshToken,
          deadline,
        }),
    })
  }

  applicationToken(scope: string, wish: TokenOptions): Promise<string> {
    return this.#give(wish, {
      holder: scope,
      grant: scope,
      request: (deadline) =>
        requestToken(this.#settings, {
          accountId: null,
          form: { grant_type: 'client_credentials', scope },
          secret: '',
          deadline,
        }),
    })
  }

  /** Another grant than the kept token's is another authorisation, so nothing of the one before counts for it. */
  async #give({ deadline, signal, refused }: TokenOptions, source: TokenSource): Promise<string> {
    const { timing } = this.#settings
    const kept = this.#kept.get(source.holder)
    const isGood = ({ accessToken, expiresAt }: Token) =>
      accessToken !== refused && expiresAt - renewBefore > timing.now()
    if (kept?.grant === source.grant && isGood(kept)) return kept.accessToken
    const limit = limitTime(timing, deadline - timing.now(), signal)
    try {
      return await waitFor(this.#refresh(source, isGood), limit.signal)
    } catch (error) {
      if (limit.isOver()) throw new RetryableError('slow').toUnavailable({ mayHaveHappened: false })
      throw error
    } finally {
      limit.end()
    }
  }

  #refresh({ holder, grant, request }: TokenSource, isGood: (token: Token) => boolean): Promise<string> {
    const key = `${holder} ${grant}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const refresh = getSharedToken(this.#settings, {
      holder,
      grant,
      isGood,
      request: () => request(this.#settings.timing.now() + refreshTimeout),
    })
      .then(({ accessToken, expiresAt }) => {
        this.#kept.set(holder, { grant, accessToken, expiresAt })
        return accessToken
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, refresh)
    return refresh
  }
}

function toAuthorization({ accessToken, refreshToken, expiresAt }: GrantedTokens): Authorization {
  if (refreshToken === undefined) {
    throw new RetryableError('unreadable', { reason: 'no refresh token in it' }).toUnavailable({
      mayHaveHappened: true,
    })
  }
  return { accessToken, refreshToken, expiresAt: new Date(expiresAt) }
}
