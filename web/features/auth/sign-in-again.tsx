import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import {
  type SignInReason,
  awaitedSignIn,
  dropSignInWait,
  endSignInWait,
  subscribeToSignIn,
} from '#web/lib/recent-sign-in.ts'

/** Asks for a sign-in while calls wait for one. The dialog is loaded on first use. */
export function SignInAgain() {
  const reason = useSyncExternalStore(subscribeToSignIn, awaitedSignIn)
  const isAwaited = reason !== null
  const [Dialog, setDialog] = useState<ComponentType<{ reason: SignInReason }> | null>(null)

  useEffect(() => {
    if (!isAwaited || Dialog) return
    // Not by Suspense: a chunk that fails to load, for example after a release, must not unmount the form behind it.
    import('./sign-in-again-dialog.tsx').then(
      ({ SignInAgainDialog }) => setDialog(() => SignInAgainDialog),
      () => endSignInWait(false),
    )
  }, [isAwaited, Dialog])

  // What waited belongs to a page that is gone.
  useEffect(() => dropSignInWait, [])

  return reason && Dialog && <Dialog reason={reason} />
}
