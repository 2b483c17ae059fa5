import RefreshCw from 'lucide-react/icons/refresh-cw'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { useSyncRuns } from './api.ts'
import { runColumns, type RunViews } from './run-columns.tsx'

export function SyncRunsCard(views: RunViews) {
  const runs = useSyncRuns()
  return (
    <Card aria-labelledby="runs-heading">
      <CardHeader
        id="runs-heading"
        title="Recent syncs"
        description="Changes are read at your sync frequency, everything once a day and on request."
      />
      <PagedList
        what="The syncs"
        query={runs}
        empty={
          <EmptyState icon={<RefreshCw />}>
            No syncs yet. The first one starts by itself when an account is connected.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table caption="Recent syncs" columns={runColumns(views)} rows={rows} isWide rowKey={({ id }) => id} />
        )}
      </PagedList>
    </Card>
  )
}
