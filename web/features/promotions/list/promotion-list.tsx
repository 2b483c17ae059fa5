import { PagedList } from '#web/shared/paged-list.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { usePromotions } from '../api.ts'
import { preloadPromotionDialogs } from '../form/promotion-dialogs.ts'
import { UsageCard } from '../usage/usage-card.tsx'
import { NoPromotions } from './no-promotions.tsx'
import { PromotionCard } from './promotion-card.tsx'
import type { PromotionFilter } from './use-promotion-filter.ts'

export function PromotionList({ filter }: { filter: PromotionFilter }) {
  const promotions = usePromotions({ search: filter.term, state: filter.state })
  const hasAny = promotions.data !== undefined && (promotions.data.total > 0 || filter.description !== '')
  const section = useFocusAfterRemoval<HTMLElement>(promotions.data?.total ?? 0)
  return (
    <>
      {/* With the cards and not before: what stands above them must not push them down. */}
      {hasAny && <UsageCard />}
      <section ref={section} tabIndex={-1} aria-label="All promotions" className="outline-none">
        <div onPointerEnter={preloadPromotionDialogs} onFocus={preloadPromotionDialogs}>
          <PagedList what="The promotions" query={promotions} isBare empty={<NoPromotions filter={filter} />}>
            {(rows) => (
              <ul aria-label="Promotions" className="mb-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
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
