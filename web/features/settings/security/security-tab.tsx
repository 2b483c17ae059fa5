import { auditApi } from '#contract/audit.ts'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SettingsLoader } from '../settings-loaded.tsx'
import { AuditLog } from './audit/audit-section.tsx'
import { CustomerData } from './customers/customer-data-section.tsx'
import { SecurityForm } from './security-form.tsx'

export function SecurityTab() {
  const { role } = useCurrentUser()
  return (
    <>
      <SettingsLoader>{({ security }) => <SecurityForm security={security} />}</SettingsLoader>
      {allows(privacyApi.find.access, role) && <CustomerData />}
      {allows(auditApi.list.access, role) && <AuditLog />}
    </>
  )
}
