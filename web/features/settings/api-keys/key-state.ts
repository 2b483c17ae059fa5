import type { ApiKeyRow } from '#contract/api-keys.ts'

/** One that is replaced is still good, until it ends. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked'

type KeyDates = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt' | 'replacedAt'>

/** `now` may lag behind by up to half a minute, and a key that was just ended must not seem good for so long. */
export function keyState({ revokedAt, expiresAt, replacedAt }: KeyDates, now: number): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && Date.parse(expiresAt) <= Math.max(now, Date.now())) return 'expired'
  return replacedAt ? 'replaced' : 'active'
}

export function isUsable(key: KeyDates, now: number): boolean {
  const state = keyState(key, now)
  return state === 'active' || state === 'replaced'
}

/** The master key in use, and those before it that are still good. */
export function masterKeys(keys: readonly ApiKeyRow[], now: number) {
  const good = keys.filter((key) => key.isMaster && isUsable(key, now))
  const [present, ...earlier] = good.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  return { present, earlier }
}
