import type { CurrentUser } from '#contract/auth.ts'

const storageKey = 'lockstep.session'

/** Names who works where. All tabs share one session, so what is on screen belongs to one mark only. */
export function sessionKey({ id, companyId }: Pick<CurrentUser, 'id' | 'companyId'>): string {
  return `${id} ${companyId}`
}

/** Writes down who works where, or '' for nobody. The browser tells the other tabs when it is not what stood there. */
export function storeSessionKey(key: string): void {
  storage()?.setItem(storageKey, key)
}

export function wasSignedIn(): boolean {
  return Boolean(storage()?.getItem(storageKey))
}

export function onSessionKeyChange(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) listener()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Where the browser forbids it, tabs don't hear of each other, and a visitor still sees the landing page. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
