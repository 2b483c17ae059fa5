import type { ReactNode } from 'react'
import { PagedList } from '../paged-list.tsx'
import type { AttentionQueryResult } from './api.ts'
import { AttentionItem } from './attention-item.tsx'

type AttentionListProps = { attention: AttentionQueryResult; empty: ReactNode }

/** What waits for a person, oldest first, each with what can be done about it here. */
export function AttentionList({ attention, empty }: AttentionListProps) {
  return (
    <PagedList what="What needs attention" query={attention} empty={empty}>
      {(rows) => (
        <ul aria-label="Needs attention" className="@container divide-y">
          {rows.map((row) => (
            <AttentionItem key={row.id} row={row} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
