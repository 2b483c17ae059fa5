import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useStockDetail } from './api.ts'
import { RecentMovements } from './recent-movements.tsx'
import { StockChartSection } from './stock-chart-section.tsx'
import { StockIdentity } from './stock-identity.tsx'
import { WhyThisNumber } from './why-this-number.tsx'

type StockDrawerProps = { skuId: string; onClose: () => void }

export function StockDrawer({ skuId, onClose }: StockDrawerProps) {
  const { data, error, isFetching, refetch } = useStockDetail(skuId)

  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={data?.sku ?? 'SKU'}>
      <div className="grid gap-6 px-4 pb-8">
        {error && <FailedToLoad what="This SKU" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Spinner />}
        {data && (
          <>
            <StockIdentity detail={data} />
            <WhyThisNumber detail={data} />
            <StockChartSection skuId={data.id} />
            <RecentMovements skuId={data.id} />
          </>
        )}
      </div>
    </Drawer>
  )
}
