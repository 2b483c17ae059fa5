import { formatCount } from '#web/lib/figures.ts'
import type { AttentionQueryResult } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** What of all channels waits for a person; nothing at all where nothing does. */
export function AttentionCard({ attention }: { attention: AttentionQueryResult }) {
  const total = attention.data?.total ?? 0
  const card = useFocusAfterRemoval(total)
  if (attention.data && total === 0) return null
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="needs-attention">
      <CardHeader
        id="needs-attention"
        title="Needs attention"
        description={total > 0 && `${formatCount(total, 'thing')} to look at, oldest first`}
      />
      <AttentionList attention={attention} empty={null} />
    </Card>
  )
}
