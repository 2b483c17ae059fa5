import { Link } from 'wouter'
import { amazonConnectionPath } from '#contract/marketplace.ts'
import { syncKinds } from '#contract/marketplace-values.ts'
import { RunningSyncs } from '#web/shared/running-syncs.tsx'
import { useAmazonStatus } from '#web/shared/use-amazon-status.ts'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ChangesDetail } from './changes-detail.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { DailyCheckCard } from './daily-check-card.tsx'
import { DifferencesDrawer } from './differences-drawer.tsx'
import { FeaturesCard } from './features-card.tsx'
import { RefusedAccounts } from './refused-accounts.tsx'
import { SyncRunsCard } from './runs-card.tsx'
import { SetupRequired } from './setup-required.tsx'
import { TwoWayCard } from './two-way-card.tsx'

export function AmazonPage() {
  const { data: status } = useAmazonStatus()
  const detail = useUrlDetail('run', 'cause')
  const changes = useUrlDetail('changes', 'only')

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Amazon Integration"
        subtitle="Whether Amazon lets Lockstep in, and what the syncs brought"
        actions={
          <Link href={amazonConnectionPath} className={buttonVariants()}>
            Manage accounts
          </Link>
        }
      />
      {status && status.refusedAccounts > 0 && <RefusedAccounts />}
      <ConnectionCard />
      {status && !status.isConnected && <SetupRequired />}
      <RunningSyncs kinds={syncKinds} onView={changes.open} />
      <TwoWayCard onView={changes.open} />
      <DailyCheckCard onView={detail.open} />
      <SyncRunsCard onView={detail.open} onViewChanges={changes.open} />
      <FeaturesCard />
      {detail.id && (
        <DifferencesDrawer
          key={detail.id}
          runId={detail.id}
          cause={detail.inside}
          onCauseChange={detail.choose}
          onClose={detail.close}
        />
      )}
      {changes.id && <ChangesDetail key={changes.id} detail={changes} />}
    </div>
  )
}
