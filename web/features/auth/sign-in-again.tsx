import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { isSignInAwaited, endSignInWait, subscribeToSignIn } from '#web/lib/recent-sign-in.ts'

/** Asks for a new sign-in while calls wait for one. The dialog is loaded on first use. */
export function SignInAgain() {
  const isAwaited = useSyncExternalStore(subscribeToSignIn, isSignInAwaited)
  const [Dialog, setDialog] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!isAwaited || Dialog) return
    // Not by Suspense: a chunk that fails to load, for example after a release, must not unmount the form behind it.
    import('./sign-in-again-dialog.tsx').then(
      ({ SignInAgainDialog }) => setDialog(() => SignInAgainDialog),
      () => endSignInWait(false),
    )
  }, [isAwaited, Dialog])

  // Nobody can confirm any more once the session has ended.
  useEffect(() => () => endSignInWait(false), [])

  return isAwaited && Dialog && <Dialog />
}
