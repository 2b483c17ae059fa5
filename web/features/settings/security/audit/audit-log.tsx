import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense } from 'react'
import { actorTypeLabels, auditApi, type AuditRow, type ChainFault, type ChainReport } from '#contract/audit.ts'
import { t } from '#contract/i18n.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useCompanyId } from '#web/lib/session.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../../settings-section.tsx'
import { useAuditLog, useVerifyLog } from '../api.ts'
import { AuditFilters, useAuditFilter } from './audit-filters.tsx'
import { actionLabel } from './labels.ts'

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
          <VerificationResult report={verify.data} />
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

/** Result of verifying the log's hash chain. */
function VerificationResult({ report }: { report: ChainReport }) {
  const { faults, faultCount } = report
  if (faultCount > 0) {
    return (
      <Alert
        tone="danger"
        title={t('The log was altered: {faultCount, plural, one {# problem} other {# problems}}', { faultCount })}
      >
        <p>{t('Someone changed it outside Lockstep. Keep a copy of the database and contact your provider.')}</p>
        <ul aria-label={t('Problems')} className="mt-2 grid gap-1">
          {faults.map((fault) => (
            <li key={`${fault.kind} ${fault.seq} ${fault.entryId}`} className="flex flex-wrap items-center gap-x-2">
              {faultSentence(fault)} {fault.entryId && <CopyableCode label={t('entry')} code={fault.entryId} />}
            </li>
          ))}
        </ul>
        {faultCount > faults.length && (
          <p className="text-muted">{t('The first {count} are listed.', { count: faults.length })}</p>
        )}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title={t('The log is intact')}>
      <p>{intactSentence(report)}</p>
      <ChainHead report={report} />
    </Alert>
  )
}

function intactSentence({ entries, older }: ChainReport): string {
  if (older) {
    return t(
      'The newest {entries, plural, one {# entry is} other {# entries are}} unchanged and complete. {older, plural, one {# older entry is} other {# older entries are}} checked every night.',
      { entries, older },
    )
  }
  if (entries === 0) return t('Nothing has been recorded yet.')
  return t(
    '{entries, plural, one {Its only entry is unchanged.} other {All # entries are unchanged and none are missing.}}',
    {
      entries,
    },
  )
}

/** In the format of the command `verify-audit --head`. */
function ChainHead({ report: { head } }: { report: ChainReport }) {
  const companyId = useCompanyId()
  if (!head) return null
  return (
    <div className="mt-2 text-sm text-muted">
      <p>
        {t(
          'Save this head value outside Lockstep. Checking the log against it later shows whether the newest entries are still there.',
        )}
      </p>
      <CopyableCode label={t('head')} code={`${companyId}:${head.seq}:${head.hash}`} />
    </div>
  )
}

function faultSentence({ kind, seq }: ChainFault): string {
  if (seq === null) {
    if (kind === 'changed') return t('An entry was changed.')
    return kind === 'missing' ? t('An entry is missing.') : t('An entry isn’t linked to the others.')
  }
  if (kind === 'changed') return t('Entry {seq} was changed.', { seq })
  return kind === 'missing'
    ? t('Entry {seq} is missing.', { seq })
    : t('Entry {seq} isn’t linked to the others.', { seq })
}
