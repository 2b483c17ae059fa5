import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense } from 'react'
import { auditApi } from '#contract/audit.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { lazyPart } from '#web/shared/later-part.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { ListSection } from '../../list-section.tsx'
import { useAuditLog, useVerifyLog } from './api.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { VerificationResult } from './chain-notice.tsx'
import { useAuditFilter } from './use-audit-filter.ts'

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
            access={auditApi.export.access}
            what={filtering.isSet ? 'The entries that match the filters' : 'All entries'}
            hrefFor={(format) => pathWithQuery(auditApi.export, { ...filtering.filter, format })}
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
