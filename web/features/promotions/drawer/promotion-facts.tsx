import { formatMoney } from '#contract/money.ts'
import type { PromotionDetail } from '#contract/promotions.ts'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { PromotionCodeLine } from '../promotion-code-line.tsx'
import { PromotionStateBadge } from '../promotion-state-badge.tsx'
import { PromotionWindow } from '../promotion-window.tsx'
import { discountText } from '../promotion-words.ts'
import { StackableBadge } from '../stackable-badge.tsx'

export function PromotionFacts({ promotion }: { promotion: PromotionDetail }) {
  const { code, description, minSubtotal, channelNames, isStackable, currency } = promotion
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap gap-1.5">
          <PromotionStateBadge promotion={promotion} />
          {isStackable && <StackableBadge />}
        </p>
        <p className="text-2xl font-semibold wrap-anywhere">{discountText(promotion)}</p>
      </div>
      {description && <p className="max-w-prose whitespace-pre-line text-muted wrap-anywhere">{description}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label="Code">
          <PromotionCodeLine code={code} />
        </Fact>
        <Fact label="Minimum order">{minSubtotal ? formatMoney(minSubtotal, currency) : 'None'}</Fact>
        <Fact label="Combination">{isStackable ? 'With other stackable ones' : 'Stands alone'}</Fact>
        <PromotionWindow promotion={promotion} isExact />
        <Fact label="Channels">{channelNames.length > 0 ? channelNames.join(', ') : 'All channels'}</Fact>
        <Fact label="Created">
          <RelativeTime moment={promotion.createdAt} />
        </Fact>
        <Fact label="Last changed">
          <RelativeTime moment={promotion.updatedAt} />
        </Fact>
      </dl>
    </div>
  )
}
