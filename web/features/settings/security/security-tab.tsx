import { auditApi } from '#contract/audit.ts'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SettingsLoaded } from '../settings-loaded.tsx'
import { AuditSection } from './audit/audit-section.tsx'
import { CustomerDataSection } from './customers/customer-data-section.tsx'
import { SecurityForm } from './security-form.tsx'

export function SecurityTab() {
  const { role } = useCurrentUser()
  return (
    <>
      <SettingsLoaded>{({ security }) => <SecurityForm security={security} />}</SettingsLoaded>
      {allows(privacyApi.find.access, role) && <CustomerDataSection />}
      {allows(auditApi.list.access, role) && <AuditSection />}
    </>
  )
}
