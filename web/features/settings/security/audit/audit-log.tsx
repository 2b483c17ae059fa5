import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense } from 'react'
import { actorTypeLabels, auditApi, type AuditRow, type ChainFault, type ChainReport } from '#contract/audit.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
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

const AuditDrawer = lazyPart(async () => (await import('./audit-drawer.tsx')).AuditDrawer)

export function AuditLog() {
  const filtering = useAuditFilter()
  const log = useAuditLog(filtering.filter)
  const verify = useVerifyLog()
  const detail = useUrlDetail('entry')
  const opened = log.data?.rows.find(({ id }) => id === detail.id)

  return (
    <ListSection
      title="Audit log"
      description="What was done in the company, newest first. Nobody can change or delete an entry, and each is chained to the one before it."
      actions={
        <>
          <Button isPending={verify.isPending} onClick={() => verify.mutate()}>
            <ShieldCheck aria-hidden />
            Verify
          </Button>
          <ExportMenu
            endpoint={auditApi.export}
            what={filtering.isSet ? 'The entries that match the filters' : 'All entries'}
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
          what="The audit log"
          query={log}
          empty={<NoEntries isFiltered={filtering.isSet} onClear={filtering.clear} />}
        >
          {(rows) => (
            <Table
              caption="Audit log"
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
      <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>Clear Filters</Button>}>
        No entry matches these filters.
      </EmptyState>
    )
  }
  return <EmptyState icon={<ScrollText />}>Nothing has been recorded yet. Changes and sign-ins appear here.</EmptyState>
}

const auditColumns = (onOpen: (entry: AuditRow) => void): readonly TableColumn<AuditRow>[] => [
  {
    header: 'What',
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
    header: 'Who',
    cell: ({ actorName, actorType }) => (
      <span>
        {actorName}
        {actorType !== 'user' && <span className="block text-muted">{actorTypeLabels[actorType]}</span>}
      </span>
    ),
  },
  { header: 'Address', cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
  { header: 'When', cell: ({ at }) => <RelativeTime moment={at} /> },
]

/** Result of verifying the log's hash chain. */
function VerificationResult({ report }: { report: ChainReport }) {
  const { faults, faultCount } = report
  if (faultCount > 0) {
    return (
      <Alert tone="danger" title={`The log is not as it was written: ${formatCount(faultCount, 'fault')}`}>
        <p>Somebody has changed it past Lockstep. Keep a copy of the database and tell your provider’s team.</p>
        <ul aria-label="Faults" className="mt-2 grid gap-1">
          {faults.map((fault) => (
            <li key={`${fault.kind} ${fault.seq} ${fault.entryId}`} className="flex flex-wrap items-center gap-x-2">
              {faultSentence(fault)} {fault.entryId && <CopyableCode label="entry" code={fault.entryId} />}
            </li>
          ))}
        </ul>
        {faultCount > faults.length && (
          <p className="text-muted">The first {formatNumber(faults.length)} are listed.</p>
        )}
      </Alert>
    )
  }
  return (
    <Alert tone="success" title="The log is whole">
      <p>{intactSentence(report)}</p>
      <ChainHead report={report} />
    </Alert>
  )
}

function intactSentence({ entries, older }: ChainReport): string {
  if (older) {
    return `The newest ${formatNumber(entries)} entries are as they were written, and none is missing. The older ${formatNumber(older)} are checked every night.`
  }
  if (entries === 0) return 'Nothing has been recorded yet.'
  if (entries === 1) return 'Its 1 entry is as it was written.'
  return `All ${formatNumber(entries)} entries are as they were written, and none is missing.`
}

/** In the format of the command `verify-audit --head`. */
function ChainHead({ report: { head } }: { report: ChainReport }) {
  const companyId = useCompanyId()
  if (!head) return null
  return (
    <div className="mt-2 text-sm text-muted">
      <p>Keep this head outside Lockstep: checked against it later, the log can’t have lost its end unseen.</p>
      <CopyableCode label="head" code={`${companyId}:${head.seq}:${head.hash}`} />
    </div>
  )
}

function faultSentence({ kind, seq }: ChainFault): string {
  const entry = seq === null ? 'An entry' : `Entry ${formatNumber(seq)}`
  if (kind === 'changed') return `${entry} was changed.`
  return kind === 'missing' ? `${entry} is missing.` : `${entry} stands outside the chain.`
}
