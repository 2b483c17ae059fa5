import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserPath } from '#contract/paths.ts'
import { getOrNullWhenSignedOut } from './api.ts'

/**
 * `loading` until the first answer. Then `signed-in`, `signed-out` (a visitor), or `unknown` when the server could not be
 * reached. `signed-in` becomes `ended` when the server no longer knows the session or another tab signs out; an
 * unreachable server changes nothing.
 */
type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'ended' }
  | { state: 'unknown'; error: unknown }
  | { state: 'signed-in'; user: CurrentUser }

type SessionControl = {
  session: Session
  /** Fetches the current user again. */
  refresh: () => Promise<void>
  /** Sets the user that the server has just returned. */
  adopt: (user: CurrentUser) => void
  /** The server no longer knows this session. */
  end: () => void
}

const SessionContext = createContext<SessionControl | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'loading' })

  const adopt = useCallback((user: CurrentUser) => setSession({ state: 'signed-in', user }), [])
  const end = useCallback(() => setSession({ state: 'ended' }), [])
  const refresh = useCallback(async () => setSession(await fetchSession()), [])

  useEffect(() => {
    void fetchSession().then(setSession)
    return onSessionKeyChange(() => void refresh())
  }, [refresh])

  // A layout effect, so that the stored key changes together with the screen: other tabs never read an outdated one.
  useLayoutEffect(() => {
    if (session.state === 'signed-in') storeSessionKey(sessionKey(session.user))
    if (session.state === 'signed-out' || session.state === 'ended') storeSessionKey('')
  }, [session])

  const control = useMemo(() => ({ session, refresh, adopt, end }), [session, refresh, adopt, end])
  return <SessionContext value={control}>{children}</SessionContext>
}

export function useSession(): SessionControl {
  const control = useContext(SessionContext)
  if (!control) throw new Error('useSession needs a SessionProvider above it')
  return control
}

export function useCurrentUser(): CurrentUser {
  const { session } = useSession()
  if (session.state !== 'signed-in') throw new Error('useCurrentUser is for screens of signed-in people')
  return session.user
}

/** For screens of a company, which are shown only when the user has one. */
export function useCompanyId(): string {
  const { companyId } = useCurrentUser()
  if (!companyId) throw new Error('useCompanyId is for screens of a company')
  return companyId
}

/** Next session, as an update of the previous one: an unreachable server does not sign anybody out. */
async function fetchSession(): Promise<(before: Session) => Session> {
  try {
    const user = await getOrNullWhenSignedOut<CurrentUser>(currentUserPath)
    return (before) => (user ? { state: 'signed-in', user } : signedOutAfter(before))
  } catch (error) {
    return (before) => (before.state === 'signed-in' ? before : { state: 'unknown', error })
  }
}

function signedOutAfter(before: Session): Session {
  return before.state === 'signed-in' || before.state === 'ended' ? { state: 'ended' } : { state: 'signed-out' }
}

const storageKey = 'lockstep.session'

/** Identifies user and company. All tabs share one session, so everything on screen belongs to one key. */
export function sessionKey({ id, companyId }: Pick<CurrentUser, 'id' | 'companyId'>): string {
  return `${id} ${companyId}`
}

/**
 * Stores the session key, or '' when signed out. The browser fires a storage event in the other tabs when it changes.
 */
function storeSessionKey(key: string): void {
  storage()?.setItem(storageKey, key)
}

export function wasSignedIn(): boolean {
  return Boolean(storage()?.getItem(storageKey))
}

function onSessionKeyChange(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) listener()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Null where the browser forbids storage: tabs are then not synchronized, but the page still works. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
