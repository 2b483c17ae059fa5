import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AmazonSettings } from './settings.ts'
import type { Granted } from './token-request.ts'

export type Token = Pick<Granted, 'accessToken' | 'expiresAt'>

type Wanted = {
  holder: string
  grant: string
  isGood(token: Token): boolean
  request(): Promise<Token>
}

/** Login with Amazon answers sooner than that. If it does not, others ask it themselves. */
const askedWithin = 3_000
const lookAgainAfter = 100

const Shared = z.object({ accessToken: z.string(), expiresAt: z.number() })

/** A token that another process has got already or is about to get; if there is none, one that the others will find. */
export async function getTogether(settings: AmazonSettings, wanted: Wanted): Promise<Token> {
  const { shelf, timing } = settings
  if (!shelf) return wanted.request()
  const key = keyOf(settings, wanted)
  for (const began = timing.now(); timing.now() - began < askedWithin; await timing.sleep(lookAgainAfter)) {
    const token = readToken(await shelf.get(key))
    if (token && wanted.isGood(token)) return token
    if (await shelf.claim(key, askedWithin)) break
  }
  const { accessToken, expiresAt } = await wanted.request()
  await shelf.set(key, JSON.stringify({ accessToken, expiresAt }), expiresAt - timing.now())
  return { accessToken, expiresAt }
}

function readToken(text: string | null): Token | null {
  return text === null ? null : (Shared.safeParse(JSON.parse(text)).data ?? null)
}

/** By what it was given for too: another authorisation of the same account has a token of its own. */
const keyOf = ({ clientId }: AmazonSettings, { holder, grant }: Wanted) =>
  ['amazon', clientId, holder, createHash('sha256').update(grant).digest('base64url')].join(' ')
