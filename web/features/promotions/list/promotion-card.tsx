import { formatMoney } from '#contract/money.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import { Fact } from '#web/shared/fact.tsx'
import { Card } from '#web/ui/card.tsx'
import { EditAndCopyButtons } from '../form/promotion-buttons.tsx'
import { PromotionChannels } from '../promotion-channels.tsx'
import { PromotionCodeLine } from '../promotion-code-line.tsx'
import { PromotionLink } from '../promotion-link.tsx'
import { PromotionStateBadge } from '../promotion-state-badge.tsx'
import { PromotionWindow } from '../promotion-window.tsx'
import { discountText } from '../promotion-words.ts'
import { StackableBadge } from '../stackable-badge.tsx'
import { PromotionMenu } from '../steps/promotion-menu.tsx'
import { UsesBar } from './uses-bar.tsx'

export function PromotionCard({ promotion }: { promotion: PromotionRow }) {
  const { id, title, code, description, minSubtotal, currency, channelIds, isStackable } = promotion
  return (
    <Card aria-labelledby={`promotion-${id}`} className="flex h-full flex-col gap-3 p-4">
      <header className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="flex flex-wrap gap-1.5">
            <PromotionStateBadge promotion={promotion} />
            {isStackable && <StackableBadge />}
          </p>
          <h2 id={`promotion-${id}`} className="line-clamp-3 font-semibold wrap-anywhere">
            <PromotionLink promotionId={id} className="underline-offset-2 hover:underline">
              {title}
            </PromotionLink>
          </h2>
        </div>
        <div className="-mt-1.5 -mr-1.5">
          <PromotionMenu promotion={promotion} />
        </div>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-2xl font-semibold wrap-anywhere">{discountText(promotion)}</p>
        <PromotionCodeLine code={code} />
      </div>
      {description && <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{description}</p>}
      <UsesBar promotion={promotion} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 *:last:odd:col-span-full">
        <PromotionWindow promotion={promotion} />
        <Fact label="Minimum order">{minSubtotal ? formatMoney(minSubtotal, currency) : 'None'}</Fact>
        <Fact label="Channels">
          <PromotionChannels channelIds={channelIds} />
        </Fact>
      </dl>
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <EditAndCopyButtons promotion={promotion} />
      </div>
    </Card>
  )
}
