import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '#contract/i18n.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { useCompanyId } from '#web/lib/session.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

export function SettingsPage() {
  const companyId = useCompanyId()
  const [params, setParams] = useSearchParams()
  const open = settingsTabs.find(({ value }) => value === params.get('tab')) ?? settingsTabs[0]
  return (
    <div className="grid gap-6">
      <PageHeader title={t('Settings')} subtitle={t('Set up Lockstep for your company')} />
      <Card>
        <Tabs
          label={t('Settings')}
          isChosenByPress
          tabs={settingsTabs.map(({ Content, ...tab }) => ({
            ...tab,
            content: (
              <Suspense fallback={<Spinner />}>
                {/* A new key resets the tab's state when the company changes. */}
                <Content key={companyId} />
              </Suspense>
            ),
          }))}
          value={open.value}
          onValueChange={(tab) => leaveAfterConfirmation(() => setParams({ tab }, { replace: true }))}
        />
      </Card>
    </div>
  )
}

type SettingsTab = { value: string; label: string; Content: ComponentType }

/** The first tab is the default. */
const settingsTabs: readonly [SettingsTab, ...SettingsTab[]] = [
  {
    value: 'integrations',
    label: t('Integrations'),
    Content: lazyPart(async () => (await import('./integrations/integrations-tab.tsx')).IntegrationsTab),
  },
  {
    value: 'notifications',
    label: t('Notifications'),
    Content: lazyPart(async () => (await import('./notifications/notifications-tab.tsx')).NotificationsTab),
  },
  {
    value: 'api-keys',
    label: t('API Keys'),
    Content: lazyPart(async () => (await import('./api-keys/api-keys-tab.tsx')).ApiKeysTab),
  },
  {
    value: 'users',
    label: t('Users'),
    Content: lazyPart(async () => (await import('./users/users-tab.tsx')).UsersTab),
  },
  {
    value: 'security',
    label: t('Security'),
    Content: lazyPart(async () => (await import('./security/security-tab.tsx')).SecurityTab),
  },
  {
    value: 'system',
    label: t('System'),
    Content: lazyPart(async () => (await import('./system/system-tab.tsx')).SystemTab),
  },
  {
    value: 'company',
    label: t('Company'),
    Content: lazyPart(async () => (await import('./company/company-tab.tsx')).CompanyTab),
  },
]
