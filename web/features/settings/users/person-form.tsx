import { t } from '#contract/i18n.ts'
import { useCompanyId, useCurrentUser } from '#web/lib/session.tsx'
import { AccountForm } from '#web/shared/accounts/account-form.tsx'
import { useIsProviderCompany } from '#web/shared/companies.ts'
import { useAddPerson } from './api.ts'

/** Lazy chunk: a new account of the company that the admin works in. */
export function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const id = useCompanyId()
  const name = useCurrentUser().companyName ?? t('the company')
  const company = { id, name, isProvider: useIsProviderCompany({ id, name }) }
  return (
    <AccountForm
      title={t('Add Person')}
      action={t('Add Person')}
      company={company}
      saving={useAddPerson()}
      onClose={onClose}
    />
  )
}
