import { randomBytes } from 'node:crypto'
import { emptyDictionary } from '../dictionary.ts'
import { secondsAfter } from '../iso-time.ts'

/** Issued codes and tokens. Times are on the emulator's clock. */
export type TokenRecords = {
  codes: Record<string, { sellerId: string; redirectUri: string; expiresAt: string }>
  refreshTokens: Record<string, { sellerId: string }>
  accessTokens: Record<string, AccessToken>
}

/** For a seller, or for the application with a scope. */
export type AccessToken = { sellerId: string | null; scope: string | null; expiresAt: string }

export const accessTokenSeconds = 3_600
const codeSeconds = 300
/** Expired tokens are stored for a day, because Amazon distinguishes expired from unknown ones. */
const rememberedSeconds = 86_400

export const createTokenRecords = (): TokenRecords => ({
  codes: emptyDictionary(),
  refreshTokens: emptyDictionary(),
  accessTokens: emptyDictionary(),
})

export function issueCode(records: TokenRecords, given: { sellerId: string; redirectUri: string }, now: Date): string {
  const code = `AN${randomBytes(9).toString('hex')}`
  records.codes[code] = { ...given, expiresAt: secondsAfter(now, codeSeconds) }
  return code
}

/** Returns the seller of a code. A code is valid once and for five minutes. */
export function redeemCode(records: TokenRecords, code: string, redirectUri: string, now: Date): string | null {
  const found = records.codes[code]
  if (!found || found.redirectUri !== redirectUri) return null
  delete records.codes[code]
  return new Date(found.expiresAt) > now ? found.sellerId : null
}

export function issueRefreshToken(records: TokenRecords, sellerId: string): string {
  const token = `Atzr|${randomBytes(96).toString('base64url')}`
  records.refreshTokens[token] = { sellerId }
  return token
}

export function issueAccessToken(records: TokenRecords, given: Omit<AccessToken, 'expiresAt'>, now: Date): string {
  deleteExpired(records, now)
  const token = `Atza|${randomBytes(96).toString('base64url')}`
  records.accessTokens[token] = { ...given, expiresAt: secondsAfter(now, accessTokenSeconds) }
  return token
}

/** Same as withdrawing the consent in Seller Central. */
export function revokeTokens(records: TokenRecords, sellerId: string): void {
  for (const tokens of [records.refreshTokens, records.accessTokens]) {
    for (const [token, { sellerId: owner }] of Object.entries(tokens)) if (owner === sellerId) delete tokens[token]
  }
}

function deleteExpired(records: TokenRecords, now: Date): void {
  const oldest = now.getTime() - rememberedSeconds * 1000
  for (const tokens of [records.codes, records.accessTokens]) {
    for (const [token, { expiresAt }] of Object.entries(tokens)) {
      if (new Date(expiresAt).getTime() < oldest) delete tokens[token]
    }
  }
}
