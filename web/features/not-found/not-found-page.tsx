import { t } from '#contract/i18n.ts'
import { signInAddress } from '#contract/paths.ts'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <MessagePage
      title={t('Page Not Found')}
      actions={
        <LinkButton variant="primary" href="/">
          {t('Go to the Dashboard')}
        </LinkButton>
      }
    >
      {t('There is nothing at this address. Check the address, or ask for access.')}
    </MessagePage>
  )
}

/** For visitors without a session: the page may exist, and signing in leads back to it. */
export function SignedOutNotFoundPage() {
  return (
    <BarePage>
      <MessagePage
        title={t('Page Not Found')}
        actions={
          <>
            <LinkButton variant="primary" href={signInAddress(window.location.pathname + window.location.search)}>
              {t('Sign in')}
            </LinkButton>
            <LinkButton href="/">{t('Go to the home page')}</LinkButton>
          </>
        }
      >
        {t('There’s nothing to see here while you’re signed out. If this is a Lockstep page, sign in to open it.')}
      </MessagePage>
    </BarePage>
  )
}
