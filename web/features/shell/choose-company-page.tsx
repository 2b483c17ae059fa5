import { MessagePage } from '#web/shared/message-page.tsx'
import { CompanySwitcher } from './company-switcher.tsx'

/** In the place of a company's screens for an admin who works in none yet. */
export function ChooseCompanyPage() {
  return (
    <MessagePage title="Choose a company" actions={<CompanySwitcher isFolded={false} />}>
      This screen shows one company’s data, and you work in none yet.
    </MessagePage>
  )
}
