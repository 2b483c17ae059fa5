import SearchX from 'lucide-react/icons/search-x'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import { Fact } from '#web/shared/drawer-section.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { usePromotions } from './api.ts'
import { preloadPromotionDialogs } from './lazy.ts'
import { CreatePromotionButton, EditAndCopyButtons } from './promotion-buttons.tsx'
import type { PromotionFilter } from './promotion-filters.tsx'
import { PromotionMenu } from './promotion-menu.tsx'
import { PromotionStateBadge, StackableBadge } from './promotion-state-badge.tsx'
import { discountText, PromotionCodeLine, PromotionLink, PromotionWindow, usesText } from './promotion-summary.tsx'
import { UsageCard } from './usage/usage-card.tsx'

export function PromotionList({ filter }: { filter: PromotionFilter }) {
  const promotions = usePromotions({ search: filter.term, state: filter.state })
  const hasAny = promotions.data !== undefined && (promotions.data.total > 0 || filter.description !== '')
  const section = useFocusAfterRemoval<HTMLElement>(promotions.data?.total ?? 0)
  return (
    <>
      {/* Rendered together with the cards, so that it does not push them down later. */}
      {hasAny && <UsageCard />}
      <section ref={section} tabIndex={-1} aria-label={t('All promotions')} className="outline-none">
        <div onPointerEnter={preloadPromotionDialogs} onFocus={preloadPromotionDialogs}>
          <PagedList what={t('The promotions')} query={promotions} isBare empty={<NoPromotions filter={filter} />}>
            {(rows) => (
              <ul aria-label={t('Promotions')} className="mb-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                {rows.map((promotion) => (
                  <li key={promotion.id} className="min-w-0">
                    <PromotionCard promotion={promotion} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </section>
    </>
  )
}

function NoPromotions({ filter: { description, clear } }: { filter: PromotionFilter }) {
  if (description) {
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={clear}>{t('Clear Filters')}</Button>}>
        {t('No promotion matches {description}.', { description })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<TicketPercent />} action={<CreatePromotionButton label={t('Create Your First Promotion')} />}>
      <span className="mb-1 block font-semibold text-ink">{t('No promotions yet')}</span>
      {t('Promo codes and automatic discounts will appear here, along with their usage.')}
    </EmptyState>
  )
}

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
        <Fact label={t('Minimum order')}>{minSubtotal ? formatMoney(minSubtotal, currency) : t('None')}</Fact>
        <Fact label={t('Channels')}>
          <PromotionChannels channelIds={channelIds} />
        </Fact>
      </dl>
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <EditAndCopyButtons promotion={promotion} />
      </div>
    </Card>
  )
}

/** Number of uses, with a bar if there is a limit. */
function UsesBar({ promotion }: { promotion: PromotionRow }) {
  const { redemptionCount, maxRedemptions } = promotion
  if (maxRedemptions !== null) {
    return <Progress label={t('Uses')} share={redemptionCount / maxRedemptions} detail={usesText(promotion)} />
  }
  return (
    <p className="flex justify-between gap-4">
      <span className="font-medium">{t('Uses')}</span>
      <span className="text-muted">{usesText(promotion)}</span>
    </p>
  )
}

const maxNamedChannels = 2

/** For example "Harbor Shop, Instagram and 2 more". */
function PromotionChannels({ channelIds }: { channelIds: readonly string[] }) {
  const channels = useChannelChoices()
  if (channelIds.length === 0) return t('All channels')
  const names = channels.filter(({ value }) => channelIds.includes(value)).map(({ label }) => label)
  const named = names.slice(0, maxNamedChannels)
  const more = channelIds.length - named.length
  if (named.length === 0) return t('{count, plural, one {# channel} other {# channels}}', { count: channelIds.length })
  return more > 0 ? t('{names} and {more} more', { names: named.join(', '), more }) : named.join(', ')
}
