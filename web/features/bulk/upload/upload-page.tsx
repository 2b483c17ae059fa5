import { rich } from '#web/shared/rich.tsx'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { bulkApi, type ChangeSetRow, uploadColumns } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { ConnectedButton, useAmazonStatus } from '#web/shared/amazon/amazon-connection.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { RunningSyncs, useLastTwoWaySync, useRunningSyncs } from '#web/shared/amazon/sync-progress.tsx'
import { SyncStatusBadge } from '#web/shared/job-badges.tsx'
import { useTwoWayPreview } from '#web/shared/two-way/api.ts'
import { ForceTwoWaySync, addressOf, TwoWayDrawer } from '#web/shared/two-way/two-way-drawer.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ChangeHistory } from '../history/change-history.tsx'
import { UndoChangeDialog } from '../history/undo-change.tsx'
import { OrdersCard } from './orders-card.tsx'
import { TrackingCard } from './tracking-card.tsx'
import { UploadCard } from './upload-card.tsx'
import { PreviewCard, ResultCard } from './upload-results.tsx'
import { useUploadFlow } from './use-upload-flow.ts'

export function UploadPage() {
  const flow = useUploadFlow()
  const { step } = flow
  const twoWay = useUrlDetail('run', 'only')
  const [undoing, setUndoing] = useState<ChangeSetRow | null>(null)

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Bulk Upload')}
        subtitle={t('Add and change many SKUs at once with an Excel or CSV file')}
        actions={
          <>
            <TwoWaySyncButtons onPreview={twoWay.open} />
            <DownloadTemplate />
          </>
        }
      />
      <TwoWaySyncStatus onView={twoWay.open} />
      <UploadCard flow={flow} />
      {'preview' in step && <PreviewCard preview={step.preview} />}
      {step.at === 'done' && <ResultCard fileName={step.fileName} result={step.result} onUndo={setUndoing} />}
      <ColumnsCard />
      <OrdersCard />
      <TrackingCard />
      <ChangeHistory onUndo={setUndoing} />
      <UndoChangeDialog change={undoing} onClose={() => setUndoing(null)} />
      {twoWay.id && (
        <TwoWayDrawer
          key={twoWay.id}
          address={twoWay.id}
          only={twoWay.inside}
          onOnlyChange={twoWay.choose}
          onStarted={twoWay.swap}
          onClose={twoWay.close}
        />
      )}
    </div>
  )
}

type Column = (typeof uploadColumns)[number]

const columns: readonly TableColumn<Column>[] = [
  { header: t('Column'), cell: ({ name }) => name },
  {
    header: t('Required'),
    cell: ({ isRequired }) => (isRequired ? t('Required') : <span className="text-muted">{t('Optional')}</span>),
  },
  { header: t('Description'), cell: ({ note }) => note },
]

function ColumnsCard() {
  return (
    <Card aria-labelledby="columns-heading">
      <CardHeader
        id="columns-heading"
        title={t('File columns')}
        description={t(
          'The first row contains the headings, in any order, upper or lower case. For existing SKUs, include just SKU and the columns to change, such as SKU and Price.',
        )}
      />
      <Table caption={t('File columns')} columns={columns} rows={uploadColumns} rowKey={({ name }) => name} />
    </Card>
  )
}

function DownloadTemplate() {
  return (
    <LinkButton href={bulkApi.template.path} download>
      <Download aria-hidden />
      {t('Download Template')}
    </LinkButton>
  )
}

/** `onPreview` opens the preview that was started. */
function TwoWaySyncButtons({ onPreview }: { onPreview: (address: string) => void }) {
  const preview = useTwoWayPreview()
  const { data: running = [] } = useRunningSyncs(['two_way'])
  const isSyncing = running.some(({ mode }) => mode !== 'dry_run')
  return (
    <>
      <ConnectedButton
        access={twoWayApi.preview.access}
        task={t('preview a sync')}
        blockReason={isSyncing ? t('A two-way sync is running. Preview the changes when it is done.') : null}
        isPending={preview.isPending}
        onClick={() => preview.mutate(undefined, { onSuccess: (runs) => onPreview(addressOf(runs)) })}
      >
        <Eye aria-hidden />
        {t('Preview Changes')}
      </ConnectedButton>
      <ForceTwoWaySync />
    </>
  )
}

type TwoWaySyncStatusProps = { onView: (runId: string) => void }

/** The running two-way sync, else the last one, else a note that nothing goes to Amazon before the first sync. */
function TwoWaySyncStatus({ onView }: TwoWaySyncStatusProps) {
  const { data: status } = useAmazonStatus()
  const { data: running } = useRunningSyncs(['two_way'])
  const { data: last } = useLastTwoWaySync()
  if (running?.length) return <RunningSyncs kinds={['two_way']} onView={onView} />
  if (status?.isConnected && !status.sendsChanges) return <NothingSentYet />
  return last && <LastSync run={last} onView={onView} />
}

function NothingSentYet() {
  return (
    <Alert tone="info" title={t('Nothing is sent to Amazon yet')}>
      {t(
        'Until the first two-way sync, Lockstep only fills in blanks; nothing changes on Amazon. Preview Changes shows what the sync would change on both sides. After that, changes sync both ways automatically.',
      )}
    </Alert>
  )
}

function LastSync({ run, onView }: TwoWaySyncStatusProps & { run: SyncRun }) {
  const { id, accountName, status, startedAt, finishedAt } = run
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <SyncStatusBadge status={status} />
      <p className="wrap-anywhere">
        {rich(t('Last two-way sync for {accountName}: {when}'), {
          accountName,
          when: <RelativeTime moment={finishedAt ?? startedAt} />,
        })}
      </p>
      <Button size="small" aria-label={t('View changes from the last two-way sync')} onClick={() => onView(id)}>
        {t('View changes')}
      </Button>
    </div>
  )
}
