import { useEffect } from 'react'
import { t } from '#contract/i18n.ts'
import { announceSignIn } from '#web/lib/recent-sign-in.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { LinkButton } from '#web/ui/button.tsx'

/** Where a sign-in in another tab ends: the tab that waits is told, and this one closes if the browser allows it. */
export function SignedInPage() {
  const key = sessionKey(useCurrentUser())

  useEffect(() => {
    announceSignIn(key)
    window.close()
  }, [key])

  return (
    <BarePage>
      <MessagePage
        title={t('You’re signed in')}
        actions={<LinkButton href="/dashboard">{t('Go to the dashboard')}</LinkButton>}
      >
        {t('You can close this tab.')}
      </MessagePage>
    </BarePage>
  )
}
