import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'wouter'
import { QueryContent } from '#web/shared/loaded.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { useRecentOrders } from '../api.ts'
import { recentOrderColumns } from './recent-order-columns.tsx'

export function RecentOrdersCard() {
  const query = useRecentOrders()
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
      <QueryContent what="The recent orders" query={query} isInCard>
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState icon={<ShoppingCart />}>
              No recent orders found. Orders will appear here when they are received from your channels.
            </EmptyState>
          ) : (
            <Table caption="Recent orders" columns={recentOrderColumns} rows={orders} rowKey={({ id }) => id} isTight />
          )
        }
      </QueryContent>
    </Card>
  )
}
