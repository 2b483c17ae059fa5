import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense } from 'react'
import { actorTypeLabels, auditApi, type AuditRow } from '#contract/audit.ts'
import { t } from '#contract/i18n.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../../settings-section.tsx'
import { useAuditLog, useVerifyLog } from '../api.ts'
import { AuditFilters, useAuditFilter } from './audit-filters.tsx'
import { actionLabel } from './labels.ts'

const VerificationResult = lazyPart(async () => (await import('./verification-result.tsx')).VerificationResult)
const AuditDrawer = lazyPart(async () => (await import('./audit-drawer.tsx')).AuditDrawer, { overlay: 'drawer' })

export function AuditLog() {
  const filtering = useAuditFilter()
  const log = useAuditLog(filtering.filter)
  const verify = useVerifyLog()
  const detail = useUrlDetail('entry')
  const opened = log.data?.rows.find(({ id }) => id === detail.id)

  return (
    <ListSection
      title={t('Audit log')}
      description={t(
        'All activity in your company, newest first. Entries can’t be changed or deleted, and each is linked to the one before it.',
      )}
      actions={
        <>
          <Button isPending={verify.isPending} onClick={() => verify.mutate()}>
            <ShieldCheck aria-hidden />
            {t('Verify')}
          </Button>
          <ExportMenu
            endpoint={auditApi.export}
            what={filtering.isSet ? t('Entries that match the filters') : t('All entries')}
            inputFor={(format) => ({ ...filtering.filter, format })}
          />
        </>
      }
    >
      {verify.data && (
        <div className="px-4 pb-4 md:px-5">
          <Suspense fallback={<Spinner />}>
            <VerificationResult report={verify.data} />
          </Suspense>
        </div>
      )}
      <AuditFilters filtering={filtering} />
      <div className="border-t">
        <PagedList
          what={t('The audit log')}
          query={log}
          empty={<NoEntries isFiltered={filtering.isSet} onClear={filtering.clear} />}
        >
          {(rows) => (
            <Table
              caption={t('Audit log')}
              columns={auditColumns(({ id }) => detail.open(id))}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </div>
      <Suspense>{opened && <AuditDrawer entry={opened} onClose={detail.close} />}</Suspense>
    </ListSection>
  )
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>{t('Clear Filters')}</Button>}>
        {t('No entries match these filters.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<ScrollText />}>
      {t('Nothing has been recorded yet. Changes and sign-ins will appear here.')}
    </EmptyState>
  )
}

const auditColumns = (onOpen: (entry: AuditRow) => void): readonly TableColumn<AuditRow>[] => [
  {
    header: t('What'),
    cell: (entry) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className="min-h-10 text-left font-medium text-accent underline-offset-2 hover:underline md:min-h-8"
        >
          {actionLabel(entry)}
        </button>
        {entry.subject !== null && <span className="block wrap-anywhere text-muted">{entry.subject}</span>}
      </>
    ),
  },
  {
    header: t('Who'),
    cell: ({ actorName, actorType }) => (
      <span>
        {actorName}
        {actorType !== 'user' && <span className="block text-muted">{actorTypeLabels[actorType]}</span>}
      </span>
    ),
  },
  { header: t('IP address'), cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
  { header: t('When'), cell: ({ at }) => <RelativeTime moment={at} /> },
]
