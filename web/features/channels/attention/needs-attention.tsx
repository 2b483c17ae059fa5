import { counted } from '#web/lib/figures.ts'
import type { Attention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { useFocusAfterWork } from '#web/shared/use-focus-after-work.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** What of all channels waits for a person; nothing at all where nothing does. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  const total = attention.data?.total ?? 0
  const card = useFocusAfterWork(total)
  if (attention.data && total === 0) return null
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="needs-attention">
      <CardHeader
        id="needs-attention"
        title="Needs attention"
        description={total > 0 && `${counted(total, 'thing')} to look at, oldest first`}
      />
      <AttentionList attention={attention} empty={null} />
    </Card>
  )
}
