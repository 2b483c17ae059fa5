import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import type { ListingChange } from '#contract/two-way.ts'
import { PagedList } from '../paged-list.tsx'
import { RelativeTime } from '../relative-time.tsx'
import type { useListingChanges } from './api.ts'
import { ChangeItem } from './change-item.tsx'

type ChangeListProps = {
  changes: ReturnType<typeof useListingChanges>
  empty: ReactNode
  hasOutcome: boolean
  /** Where the changes are of several syncs, when each was made. */
  isDated?: boolean
}

/** Changes of listings, those of one SKU and sync together. */
export function ChangeList({ changes, empty, hasOutcome, isDated = false }: ChangeListProps) {
  return (
    <PagedList what="The changes" query={changes} empty={empty}>
      {(rows) => (
        <ul aria-label="Changes" className="divide-y">
          {[...Map.groupBy(rows, ({ runId, skuId }) => `${runId} ${skuId}`)].map(([key, group]) => (
            <SkuChanges key={key} group={group} hasOutcome={hasOutcome} isDated={isDated} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type SkuChangesProps = { group: readonly ListingChange[]; hasOutcome: boolean; isDated: boolean }

function SkuChanges({ group, hasOutcome, isDated }: SkuChangesProps) {
  const [first] = group
  if (!first) return null
  const { sku, title, productId, marketplaceId, at } = first
  return (
    <li className="grid gap-2 px-4 py-3">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Link
            href={`/products?product=${productId}&tab=skus`}
            className="inline-flex min-h-10 items-center font-semibold text-accent underline-offset-2 wrap-anywhere hover:underline md:min-h-0"
          >
            {sku}
          </Link>
          <span className="text-sm text-muted">
            {marketplaceName(marketplaceId)}
            {isDated && (
              <>
                , <RelativeTime moment={at} />
              </>
            )}
          </span>
        </div>
        <p className="text-sm text-muted wrap-anywhere">{title}</p>
      </div>
      <ul aria-label={`Changes of ${sku}`} className="grid gap-3">
        {group.map((change) => (
          <ChangeItem key={change.id} change={change} hasOutcome={hasOutcome} />
        ))}
      </ul>
    </li>
  )
}
