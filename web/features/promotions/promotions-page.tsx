import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CartDrawer } from './lazy.ts'
import { CreatePromotion, PromotionFormProvider } from './promotion-buttons.tsx'
import { PromotionDrawer } from './promotion-drawer.tsx'
import { PromotionFilters, usePromotionFilter } from './promotion-filters.tsx'
import { PromotionList } from './promotion-list.tsx'

export function PromotionsPage() {
  const filter = usePromotionFilter()
  const detail = useUrlDetail('promotion')

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Promotions')}
        subtitle={t('Promo codes and automatic discounts, and how they are used')}
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

export function TryCart() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onFocus={CartDrawer.preload} onPointerEnter={CartDrawer.preload} onClick={() => setIsOpen(true)}>
        <ShoppingBasket aria-hidden />
        {t('Try a cart')}
      </Button>
      <Suspense>{isOpen && <CartDrawer onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
