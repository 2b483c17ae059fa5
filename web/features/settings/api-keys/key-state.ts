import type { ApiKeyRow } from '#contract/api-keys.ts'

/** A `replaced` key is still valid until it expires. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked'

type KeyDates = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt' | 'replacedAt'>

/** `now` may be up to 30 seconds old (see useNow), so a key that has just expired is compared with the clock too. */
export function keyState({ revokedAt, expiresAt, replacedAt }: KeyDates, now: number): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && Date.parse(expiresAt) <= Math.max(now, Date.now())) return 'expired'
  return replacedAt ? 'replaced' : 'active'
}

export function isUsable(key: KeyDates, now: number): boolean {
  const state = keyState(key, now)
  return state === 'active' || state === 'replaced'
}

/** The newest valid master key and earlier ones that are still valid. */
export function masterKeys(keys: readonly ApiKeyRow[], now: number) {
  const usable = keys.filter((key) => key.isMaster && isUsable(key, now))
  const [current, ...earlier] = usable.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  return { current, earlier }
}
