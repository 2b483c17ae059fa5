import { useEffect, useState } from 'react'
import { confirmSignInAddress } from '#contract/paths.ts'
import { onSignInAnnounced, endSignInWait } from '#web/lib/recent-sign-in.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** The sign-in opens in another tab, so that this one keeps what was typed. */
export function SignInAgainDialog() {
  const user = useCurrentUser()
  const [key] = useState(() => sessionKey(user))
  const [isOpened, setIsOpened] = useState(false)

  // Calls are repeated only for the person and the company that they were made for.
  useEffect(() => onSignInAnnounced((announced) => endSignInWait(announced === key)), [key])

  function openSignIn() {
    window.open(confirmSignInAddress, '_blank')
    setIsOpened(true)
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={() => endSignInWait(false)}
      title="Confirm it’s you"
      confirmLabel="Sign in again"
      onConfirm={openSignIn}
    >
      <p>For your security, sign in again to continue.</p>
      <p aria-live="polite">
        {isOpened && 'Finish signing in in the new tab. This page then continues automatically.'}
      </p>
    </ConfirmDialog>
  )
}
