import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'wouter'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table } from '#web/ui/table.tsx'
import { useRecentOrders } from '../api.ts'
import { recentOrderColumns } from './recent-order-columns.tsx'

export function RecentOrdersCard() {
  const { data: orders, error, isFetching, refetch } = useRecentOrders()
  return (
    <Card aria-labelledby="recent-orders-heading">
      <CardHeader
        id="recent-orders-heading"
        title="Recent Orders"
        description="The newest of all channels"
        actions={
          <Link href="/orders" aria-label="View all orders" className={buttonVariants({ size: 'small' })}>
            View all
          </Link>
        }
      />
      {error && (
        <CardBody>
          <FailedToLoad what="The recent orders" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {!orders && !error && <Spinner />}
      {orders?.length === 0 && (
        <EmptyState icon={<ShoppingCart />}>
          No recent orders found. Orders will appear here when they are received from your channels.
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <Table caption="Recent orders" columns={recentOrderColumns} rows={orders} rowKey={({ id }) => id} isTight />
      )}
    </Card>
  )
}
