import type { PromotionRow } from '#contract/promotions.ts'
import { Progress } from '#web/ui/progress.tsx'
import { usesText } from '../promotion-words.ts'

/** How often it was used, and how much of its limit that is. */
export function UsesBar({ promotion }: { promotion: PromotionRow }) {
  const { redemptionCount, maxRedemptions } = promotion
  if (maxRedemptions !== null) {
    return <Progress label="Uses" share={redemptionCount / maxRedemptions} detail={usesText(promotion)} />
  }
  return (
    <p className="flex justify-between gap-4">
      <span className="font-medium">Uses</span>
      <span className="text-muted">{usesText(promotion)}</span>
    </p>
  )
}
