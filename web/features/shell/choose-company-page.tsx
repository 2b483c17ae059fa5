import { t } from '#contract/i18n.ts'
import { MessagePage } from '#web/shared/message-page.tsx'
import { CompanySwitcher } from './company-switcher.tsx'

/** Shown instead of a company's screen to provider staff who have not chosen a company. */
export function ChooseCompanyPage() {
  return (
    <MessagePage title={t('Choose a company')} actions={<CompanySwitcher isFolded={false} />}>
      {t('This screen shows one company’s data. You haven’t chosen one yet.')}
    </MessagePage>
  )
}
