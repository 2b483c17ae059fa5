import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserPath } from '#contract/paths.ts'
import { getOrNullWhenSignedOut } from './api.ts'
import { dropForeignDrafts } from './drafts.ts'
import { awaitedSignIn, dropSignInWait, endSignInWait, waitForSignIn } from './recent-sign-in.ts'

/**
 * `loading` until the first answer. Then `signed-in`, `signed-out` (a visitor), or `unknown` when the server could not be
 * reached. When the server no longer knows the session, the person may sign in again in place (`recent-sign-in.ts`) and the
 * state stays `signed-in`; it becomes `ended` when they don't, or when they sign out in another tab. An unreachable server
 * changes nothing. `visit` counts the people and companies that signed in on this page one after the other.
 */
type Session =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'ended' }
  | { state: 'unknown'; error: unknown }
  | { state: 'signed-in'; user: CurrentUser; visit: number }

type SessionControl = {
  session: Session
  /** Fetches the current user again. */
  refresh: () => Promise<void>
  /** Sets the user that the server has just returned. */
  adopt: (user: CurrentUser) => void
  /** The server no longer knows the session of this visit; does nothing when somebody else has signed in since. */
  end: (visit: number) => void
}

const SessionContext = createContext<SessionControl | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'loading' })

  const adopt = useCallback((user: CurrentUser) => setSession((before) => signedInAfter(before, user)), [])
  const end = useCallback(
    (visit: number) =>
      setSession((before) => (before.state === 'signed-in' && before.visit === visit ? ended : before)),
    [],
  )
  const shownKey = useRef<string | null>(null)

  const refresh = useCallback(async () => {
    const found = await fetchSession()
    if (found.state === 'signed-out' && (await isSignedInInPlace())) return
    if (found.state !== 'signed-in' || awaitedSignIn() !== 'session-ended')
      return setSession((before) => nextSession(before, found))
    const isSamePerson = sessionKey(found.user) === shownKey.current
    if (!isSamePerson) dropSignInWait()
    setSession((before) => signedInAfter(before, found.user, { isNewVisit: !isSamePerson }))
    if (isSamePerson) endSignInWait(true)
  }, [])

  useEffect(() => {
    void fetchSession().then((found) => setSession((before) => nextSession(before, found)))
    return onSessionKeyChange(({ isSignOut }) => {
      if (!isSignOut) return void refresh()
      // The content of somebody who has signed out is removed from all tabs.
      void fetchSession().then((found) => setSession((before) => nextSession(before, found)))
    })
  }, [refresh])

  // A layout effect, so that the stored key changes together with the screen: other tabs never read an outdated one.
  useLayoutEffect(() => {
    shownKey.current = keyOf(session)
    if (session.state === 'signed-in') {
      storeSessionKey(sessionKey(session.user))
      dropForeignDrafts(session.user.id)
    }
    if (session.state === 'signed-out') storeSessionKey('')
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

/** Constant as long as the shell is mounted. */
export function useVisit(): number {
  const { session } = useSession()
  return session.state === 'signed-in' ? session.visit : 0
}

/** For screens of a company, which are shown only when the user has one. */
export function useCompanyId(): string {
  const { companyId } = useCurrentUser()
  if (!companyId) throw new Error('useCompanyId is for screens of a company')
  return companyId
}

type FoundSession =
  | { state: 'signed-in'; user: CurrentUser }
  | { state: 'signed-out' }
  | { state: 'unknown'; error: unknown }

async function fetchSession(): Promise<FoundSession> {
  try {
    const user = await getOrNullWhenSignedOut<CurrentUser>(currentUserPath)
    return user ? { state: 'signed-in', user } : { state: 'signed-out' }
  } catch (error) {
    return { state: 'unknown', error }
  }
}

const ended: Session = { state: 'ended' }

/** An unreachable server does not sign anybody out. */
function nextSession(before: Session, found: FoundSession): Session {
  switch (found.state) {
    case 'signed-in':
      return signedInAfter(before, found.user)
    case 'signed-out':
      return before.state === 'signed-in' || before.state === 'ended' ? ended : found
    case 'unknown':
      return before.state === 'signed-in' ? before : found
  }
}

/** Another person starts from the beginning; another company that the same person has chosen keeps the page. */
function signedInAfter(before: Session, user: CurrentUser, { isNewVisit = false } = {}): Session {
  if (before.state !== 'signed-in') return { state: 'signed-in', user, visit: 0 }
  const isNew = isNewVisit || before.user.id !== user.id
  return { state: 'signed-in', user, visit: before.visit + (isNew ? 1 : 0) }
}

const keyOf = (session: Session): string | null => (session.state === 'signed-in' ? sessionKey(session.user) : null)

/** Whether the person signs in again without leaving the page. One question at a time is enough. */
async function isSignedInInPlace(): Promise<boolean> {
  return awaitedSignIn() === 'session-ended' || waitForSignIn('session-ended')
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

/**
 * `isSignOut`: somebody has signed out by choice. That clears the browser's storage (Clear-Site-Data), so there is no old key; a
 * visitor's page that is opened after a session has timed out replaces one.
 */
function onSessionKeyChange(listener: (change: { isSignOut: boolean }) => void): () => void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === storageKey) listener({ isSignOut: !oldValue && !newValue })
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
