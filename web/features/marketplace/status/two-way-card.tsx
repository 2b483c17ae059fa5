import { formatCount } from '#web/lib/format-number.ts'
import { useListingChanges } from '#web/shared/two-way/api.ts'
import { ChangeList } from '#web/shared/two-way/change-list.tsx'
import { TwoWayDrawer } from '#web/shared/two-way/two-way-drawer.tsx'
import type { useUrlDetail } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useReviewCounts } from './api.ts'
import { type ChangesToReview, changesToReview } from './sync-labels.ts'

type TwoWayCardProps = { onView: (only: string) => void }

/** Rendered only while there are changes to review. */
export function TwoWayCard({ onView }: TwoWayCardProps) {
  const counts = useReviewCounts()
  if (counts.length === 0) return null
  return (
    <Card aria-labelledby="two-way-heading">
      <CardHeader
        id="two-way-heading"
        title="Two-way sync"
        description="What the syncs of products and listings left for you to look at"
      />
      <ul className="divide-y">
        {counts.map(({ review, count }) => (
          <Entry key={review.only} review={review} count={count} onView={onView} />
        ))}
      </ul>
    </Card>
  )
}

type EntryProps = TwoWayCardProps & { review: ChangesToReview; count: number }

function Entry({ review: { only, title, tone, about }, count, onView }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="grid min-w-60 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{title}</span>
          <Badge tone={tone}>{formatCount(count, 'change')}</Badge>
        </p>
        <p className="text-sm text-muted">{about}</p>
      </div>
      <Button size="small" aria-label={`View ${title}`} onClick={() => onView(only)}>
        View
      </Button>
    </li>
  )
}

/**
 * The drawer of listing changes: those of one run (`id` is the run), or the changes to review of all runs (`id` is the
 * filter).
 */
export function ChangesDetail({ detail }: { detail: ReturnType<typeof useUrlDetail> }) {
  const { id, inside, swap, close, choose } = detail
  const review = changesToReview.find(({ only }) => only === id)
  if (review) return <ChangesToReviewDrawer review={review} onClose={close} />
  return id && <TwoWayDrawer address={id} only={inside} onOnlyChange={choose} onStarted={swap} onClose={close} />
}

type ChangesToReviewDrawerProps = { review: ChangesToReview; onClose: () => void }

function ChangesToReviewDrawer({ review: { only, title, about }, onClose }: ChangesToReviewDrawerProps) {
  const changes = useListingChanges({ only })
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={title}>
      <p className="px-4 pb-3 text-muted">{about}</p>
      <div className="border-t">
        <ChangeList changes={changes} hasOutcome isDated empty={<EmptyState>There are none.</EmptyState>} />
      </div>
    </Drawer>
  )
}
