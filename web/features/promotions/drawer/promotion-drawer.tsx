import { ApiError } from '#web/lib/api-error.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePromotion } from '../api.ts'
import { EditAndCopyButtons } from '../form/promotion-buttons.tsx'
import { PromotionMenu } from '../steps/promotion-menu.tsx'
import { UsagePanel } from '../usage/usage-panel.tsx'
import { PromotionFacts } from './promotion-facts.tsx'
import { PromotionFigures } from './promotion-figures.tsx'
import { RedemptionsSection } from './redemptions-section.tsx'

type PromotionDrawerProps = { promotionId: string; onClose: () => void }

export function PromotionDrawer({ promotionId, onClose }: PromotionDrawerProps) {
  const { data: promotion, error, isFetching, refetch } = usePromotion(promotionId)
  const isUnknown = error instanceof ApiError && error.status === 404

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={promotion?.title ?? 'Promotion'}
      footer={
        promotion && (
          <>
            <PromotionMenu promotion={promotion} isInDrawer />
            <EditAndCopyButtons promotion={promotion} />
          </>
        )
      }
    >
      <div className="grid gap-7 px-4 pb-8">
        {isUnknown && (
          <EmptyState action={<Button onClick={onClose}>Back to the promotions</Button>}>
            There is no such promotion in this company.
          </EmptyState>
        )}
        {error && !isUnknown && (
          <LoadError what="The promotion" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!promotion && !error && <Spinner />}
        {promotion && !isUnknown && (
          <>
            <PromotionFacts promotion={promotion} />
            <PromotionFigures promotion={promotion} />
            <DrawerSection
              title="Uses and discount"
              description="By day and channel. What was given back is not counted."
            >
              <UsagePanel promotionId={promotion.id} />
            </DrawerSection>
            <RedemptionsSection promotionId={promotion.id} />
          </>
        )}
      </div>
    </Drawer>
  )
}
