import { useSearchParams } from 'wouter'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { IntegrationsTab } from './integrations/integrations-tab.tsx'

const tabs = [{ value: 'integrations', label: 'Integrations', content: <IntegrationsTab /> }] as const

export function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const open = tabs.find(({ value }) => value === params.get('tab')) ?? tabs[0]
  return (
    <div className="grid gap-6">
      <PageHeader title="Settings" subtitle="How Lockstep works for your company" />
      <Card>
        <Tabs
          label="Settings"
          tabs={tabs}
          value={open.value}
          onValueChange={(tab) => setParams({ tab }, { replace: true })}
        />
      </Card>
    </div>
  )
}
