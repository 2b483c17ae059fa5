import { t } from '#contract/i18n.ts'
import { signInAddress } from '#contract/paths.ts'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function SessionEndedPage() {
  return (
    <BarePage>
      <MessagePage
        title={t('You are signed out')}
        actions={
          <>
            <LinkButton variant="primary" href={signInAddress(window.location.pathname + window.location.search)}>
              {t('Sign in again')}
            </LinkButton>
            <LinkButton href="/">{t('Go to the home page')}</LinkButton>
          </>
        }
      >
        {t(
          'Your session timed out, you signed out in another window, or an admin ended it. Saved changes are safe. Sign in to continue where you left off.',
        )}
      </MessagePage>
    </BarePage>
  )
}
