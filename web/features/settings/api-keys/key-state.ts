import type { ApiKeyRow } from '#contract/api-keys.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

type Ending = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>

export function keyState({ revokedAt, expiresAt }: Ending, now: number): KeyState {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

/** The master key in use, and those before it that are still good. */
export function masterKeys(keys: readonly ApiKeyRow[], now: number) {
  const good = keys.filter((key) => key.isMaster && keyState(key, now) === 'active')
  const [present, ...earlier] = good.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  return { present, earlier }
}
