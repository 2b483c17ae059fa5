import { QueryContent } from '#web/shared/loaded.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { useStockDetail } from './api.ts'
import { RecentMovements } from './recent-movements.tsx'
import { StockChartSection } from './stock-chart-section.tsx'
import { StockIdentity } from './stock-identity.tsx'
import { WhyThisNumber } from './why-this-number.tsx'

type StockDrawerProps = { skuId: string; onClose: () => void }

export function StockDrawer({ skuId, onClose }: StockDrawerProps) {
  const query = useStockDetail(skuId)
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={query.data?.sku ?? 'SKU'}>
      <div className="grid gap-6 px-4 pb-8">
        <QueryContent what="This SKU" query={query}>
          {(detail) => (
            <>
              <StockIdentity detail={detail} />
              <WhyThisNumber detail={detail} />
              <StockChartSection skuId={detail.id} />
              <RecentMovements skuId={detail.id} />
            </>
          )}
        </QueryContent>
      </div>
    </Drawer>
  )
}
