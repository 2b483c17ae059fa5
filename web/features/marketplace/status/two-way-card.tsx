import { formatCount } from '#web/lib/figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { useReviewCounts } from './api.ts'
import type { ChangesToReview } from './notables.ts'

type TwoWayCardProps = { onView: (only: string) => void }

/** Only there while two-way syncs have left something to look at. */
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
        {counts.map(({ notable, count }) => (
          <Entry key={notable.only} notable={notable} count={count} onView={onView} />
        ))}
      </ul>
    </Card>
  )
}

type EntryProps = TwoWayCardProps & { notable: ChangesToReview; count: number }

function Entry({ notable: { only, title, tone, about }, count, onView }: EntryProps) {
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
