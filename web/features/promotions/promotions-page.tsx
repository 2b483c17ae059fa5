import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PromotionDrawer } from './drawer/promotion-drawer.tsx'
import { CreatePromotion } from './form/create-promotion.tsx'
import { PromotionFormProvider } from './form/promotion-forms.tsx'
import { PromotionFilters } from './list/promotion-filters.tsx'
import { PromotionList } from './list/promotion-list.tsx'
import { usePromotionFilter } from './list/use-promotion-filter.ts'
import { TryCart } from './try/try-cart.tsx'

export function PromotionsPage() {
  const filter = usePromotionFilter()
  const detail = useUrlDetail('promotion')

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Promotions"
        subtitle="Codes and automatic discounts, and what they were used for"
        actions={
          <>
            <TryCart />
            <CreatePromotion />
          </>
        }
      />
      <PromotionFilters filter={filter} />
      <PromotionFormProvider>
        <PromotionList filter={filter} />
        {detail.id && <PromotionDrawer key={detail.id} promotionId={detail.id} onClose={detail.close} />}
      </PromotionFormProvider>
    </div>
  )
}
