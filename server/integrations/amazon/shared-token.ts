import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AmazonSettings } from './settings.ts'
import type { GrantedTokens } from './token-request.ts'

export type Token = Pick<GrantedTokens, 'accessToken' | 'expiresAt'>

type SharedTokenRequest = {
  holder: string
  grant: string
  isGood(token: Token): boolean
  request(): Promise<Token>
}

/** Login with Amazon answers sooner than that. If it does not, others ask it themselves. */
const claimTime = 3_000
const pollInterval = 100

const SharedToken = z.object({ accessToken: z.string(), expiresAt: z.number() })

/** A token that another process has got already or is about to get; if there is none, one that the others will find. */
export async function getSharedToken(settings: AmazonSettings, wanted: SharedTokenRequest): Promise<Token> {
  const { sharedCache, timing } = settings
  if (!sharedCache) return wanted.request()
  const key = cacheKey(settings, wanted)
  for (const began = timing.now(); timing.now() - began < claimTime; await timing.sleep(pollInterval)) {
    const token = parseSharedToken(await sharedCache.get(key))
    if (token && wanted.isGood(token)) return token
    if (await sharedCache.claim(key, claimTime)) break
  }
  const { accessToken, expiresAt } = await wanted.request()
  await sharedCache.set(key, JSON.stringify({ accessToken, expiresAt }), expiresAt - timing.now())
  return { accessToken, expiresAt }
}

function parseSharedToken(text: string | null): Token | null {
  return text === null ? null : (SharedToken.safeParse(JSON.parse(text)).data ?? null)
}

/** By what it was given for too: another authorisation of the same account has a token of its own. */
const cacheKey = ({ clientId }: AmazonSettings, { holder, grant }: SharedTokenRequest) =>
  ['amazon', clientId, holder, createHash('sha256').update(grant).digest('base64url')].join(' ')
