import HistoryIcon from 'lucide-react/icons/history'
import { PagedList } from '#web/shared/paged-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useProductHistory } from '../api.ts'
import { HistoryEntry } from './history-entry.tsx'

export function HistoryTab({ productId }: { productId: string }) {
  return (
    <PagedList
      what="The history"
      query={useProductHistory(productId)}
      empty={
        <EmptyState icon={<HistoryIcon />}>
          Nothing has been changed yet. Every change of the product and its SKUs will stand here.
        </EmptyState>
      }
    >
      {(entries) => (
        <ul aria-label="Changes" className="divide-y">
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
