import { MessagePage } from '#web/shared/message-page.tsx'
import { CompanySwitcher } from './company-switcher.tsx'

/** Shown instead of a company's screen to provider staff who have not chosen a company. */
export function ChooseCompanyPage() {
  return (
    <MessagePage title="Choose a company" actions={<CompanySwitcher isFolded={false} />}>
      This screen shows one company’s data, and you work in none yet.
    </MessagePage>
  )
}
