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

export type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'ended' }
  | { state: 'unknown'; error: unknown }
  | { state: 'signed-in'; user: CurrentUser }

type SessionControl = {
  session: Session
  /** Asks the server again who is signed in. */
  refresh: () => Promise<void>
  /** Takes the person as the server has just answered them. */
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

  // The mark changes together with the screen: other tabs never read one that this tab has left behind.
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

/** What the answer makes of the session as it was: a server that can't be reached signs nobody out. */
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

/** For the screens of a company: they are shown only to somebody who works in one. */
export function useCompanyId(): string {
  const { companyId } = useCurrentUser()
  if (!companyId) throw new Error('useCompanyId is for screens of a company')
  return companyId
}

const storageKey = 'lockstep.session'

/** Names who works where. All tabs share one session, so what is on screen belongs to one mark only. */
export function sessionKey({ id, companyId }: Pick<CurrentUser, 'id' | 'companyId'>): string {
  return `${id} ${companyId}`
}

/** Writes down who works where, or '' for nobody. The browser tells the other tabs when it is not what stood there. */
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

/** Where the browser forbids it, tabs don't hear of each other, and a visitor still sees the landing page. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
