import type { Authorization, MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonSettings } from './settings.ts'
import { getTogether, type Token } from './shared-token.ts'
import { limitTime, waitFor } from './timing.ts'
import { requestToken, type Granted } from './token-request.ts'
import { Trouble } from './trouble.ts'

/** Tokens are replaced so long before they end. */
const early = 60_000
/** A refresh serves everybody who waits for it, so it has its own time. */
const refreshTime = 30_000
/** Somebody looks at an empty page meanwhile. */
const codeTime = 10_000

export type TokenHolder = Pick<MarketplaceAccount, 'id' | 'refreshToken' | 'accessToken'>

export type TokenWish = {
  deadline: number
  signal?: AbortSignal | undefined
  /** A token that Amazon has just turned away, whatever we thought of it. */
  refused?: string | undefined
}

/** `grant` is what it was given for: a refresh token, or a scope. */
type Kept = Token & { grant: string }

type Source = { holder: string; grant: string; request(deadline: number): Promise<Granted> }

/** Login with Amazon: keeps one good access token for each account, and one for each scope of the application. */
export class Lwa {
  readonly #settings: AmazonSettings
  readonly #kept = new Map<string, Kept>()
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
      deadline: timing.now() + codeTime,
    })
    return toAuthorization(granted)
  }

  accountToken({ id, refreshToken, accessToken }: TokenHolder, wish: TokenWish): Promise<string> {
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

  applicationToken(scope: string, wish: TokenWish): Promise<string> {
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
  async #give({ deadline, signal, refused }: TokenWish, source: Source): Promise<string> {
    const { timing } = this.#settings
    const kept = this.#kept.get(source.holder)
    const isGood = ({ accessToken, expiresAt }: Token) => accessToken !== refused && expiresAt - early > timing.now()
    if (kept?.grant === source.grant && isGood(kept)) return kept.accessToken
    const limit = limitTime(timing, deadline - timing.now(), signal)
    try {
      return await waitFor(this.#refresh(source, isGood), limit.signal)
    } catch (error) {
      if (limit.isOver()) throw new Trouble('slow').giveUp({ mayHaveHappened: false })
      throw error
    } finally {
      limit.end()
    }
  }

  #refresh({ holder, grant, request }: Source, isGood: (token: Token) => boolean): Promise<string> {
    const key = `${holder} ${grant}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const refresh = getTogether(this.#settings, {
      holder,
      grant,
      isGood,
      request: () => request(this.#settings.timing.now() + refreshTime),
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

function toAuthorization({ accessToken, refreshToken, expiresAt }: Granted): Authorization {
  if (refreshToken === undefined) {
    throw new Trouble('unreadable', { reason: 'no refresh token in it' }).giveUp({ mayHaveHappened: true })
  }
  return { accessToken, refreshToken, expiresAt: new Date(expiresAt) }
}
