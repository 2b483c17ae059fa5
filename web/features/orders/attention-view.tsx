import CircleCheck from 'lucide-react/icons/circle-check'
import SearchX from 'lucide-react/icons/search-x'
import { formatCount } from '#web/lib/figures.ts'
import { useAttention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AttentionFilters } from './attention/attention-filters.tsx'
import { AutoResendSwitch } from './attention/heal-stuck-orders.tsx'
import { useAttentionFilter } from './attention/use-attention-filter.ts'

/** Everything that waits for a person, of all channels. */
export function AttentionView() {
  const filtering = useAttentionFilter()
  const attention = useAttention(filtering.filter)
  const total = attention.data?.total ?? 0
  const card = useFocusAfterRemoval(total)

  return (
    <div className="grid gap-4">
      <AutoResendSwitch />
      <Card ref={card} tabIndex={-1} aria-labelledby="everything-that-waits">
        <CardHeader
          id="everything-that-waits"
          title="Needs attention"
          description={
            total > 0
              ? `${formatCount(total, 'thing')} to look at, oldest first`
              : 'What can’t go on by itself, oldest first'
          }
          actions={<AttentionFilters filtering={filtering} />}
        />
        <AttentionList
          attention={attention}
          empty={filtering.isNarrow ? <NothingMatches onClear={filtering.clear} /> : <NothingWaits />}
        />
      </Card>
    </div>
  )
}

function NothingWaits() {
  return (
    <EmptyState icon={<CircleCheck />}>
      Nothing waits for you. Orders that can’t go on by themselves appear here, with what to do about them.
    </EmptyState>
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>Show everything that waits</Button>}>
      Nothing waits with this cause and for this side.
    </EmptyState>
  )
}
