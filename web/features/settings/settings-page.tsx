import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { leaveAfterConfirmation } from '#web/lib/leaving.ts'
import { useCompanyId } from '#web/shared/use-company-id.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { settingsTabs } from './settings-tabs.ts'

export function SettingsPage() {
  const companyId = useCompanyId()
  const [params, setParams] = useSearchParams()
  const open = settingsTabs.find(({ value }) => value === params.get('tab')) ?? settingsTabs[0]
  return (
    <div className="grid gap-6">
      <PageHeader title="Settings" subtitle="How Lockstep works for your company" />
      <Card>
        <Tabs
          label="Settings"
          isChosenByPress
          tabs={settingsTabs.map(({ Content, ...face }) => ({
            ...face,
            content: (
              <Suspense fallback={<Spinner />}>
                {/* What was found, tested or typed for one company is not another's. */}
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
