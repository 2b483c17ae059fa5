import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { confirmSignInAddress, signInAddress } from '#contract/paths.ts'
import { endSignInWait, onSignInAnnounced, type SignInReason } from '#web/lib/recent-sign-in.ts'
import { sessionKey, useCurrentUser, useSession } from '#web/lib/session.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** The sign-in opens in another tab, so that this one keeps what was typed. */
export function SignInAgainDialog({ reason }: { reason: SignInReason }) {
  const [isOpened, setIsOpened] = useState(false)
  const hasEnded = reason === 'session-ended'
  useSignInElsewhere(hasEnded)

  function openSignIn() {
    window.open(hasEnded ? signInAddress('/signed-in') : confirmSignInAddress, '_blank')
    setIsOpened(true)
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={() => endSignInWait(false)}
      title={hasEnded ? t('You are signed out') : t('Confirm it’s you')}
      confirmLabel={t('Sign in again')}
      cancelLabel={hasEnded ? t('Leave this page') : t('Cancel')}
      coversPage={hasEnded}
      onConfirm={openSignIn}
    >
      <p>
        {hasEnded
          ? t('Your session has ended. What you typed on this page is still here. Sign in to continue.')
          : t('For your security, sign in again to continue.')}
      </p>
      <p aria-live="polite">{isOpened && t('Use the new tab to sign in. This page will continue automatically.')}</p>
    </ConfirmDialog>
  )
}

/** Continues once the person has signed in, in the tab that was opened or in any other. */
function useSignInElsewhere(hasEnded: boolean) {
  const user = useCurrentUser()
  const { refresh } = useSession()
  const [key] = useState(() => sessionKey(user))

  // Calls are repeated only for the person and the company that they were made for.
  useEffect(
    () => onSignInAnnounced((announced) => (hasEnded ? void refresh() : endSignInWait(announced === key))),
    [hasEnded, key, refresh],
  )

  useEffect(() => {
    if (!hasEnded) return undefined
    const check = () => void refresh()
    window.addEventListener('focus', check)
    return () => window.removeEventListener('focus', check)
  }, [hasEnded, refresh])
}
