import DoorOpen from 'lucide-react/icons/door-open'
import type { ProviderVisit } from '#contract/audit.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ListSection } from '../settings-section.tsx'
import { useProviderVisits } from './api.ts'

/** When provider staff worked in the company. */
export function ProviderVisits() {
  const visits = useProviderVisits()
  return (
    <ListSection
      title="Provider access"
      description="When your provider’s staff opened your company, newest first. What they changed is in the audit log."
    >
      <div className="border-t">
        <PagedList
          what="The provider’s visits"
          query={visits}
          empty={<EmptyState icon={<DoorOpen />}>Nobody from the provider has opened your company.</EmptyState>}
        >
          {(rows) => <Table caption="Provider access" columns={visitColumns} rows={rows} rowKey={({ id }) => id} />}
        </PagedList>
      </div>
    </ListSection>
  )
}

const visitColumns: readonly TableColumn<ProviderVisit>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'When', cell: ({ at }) => <RelativeTime moment={at} /> },
  { header: 'IP address', cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
]
