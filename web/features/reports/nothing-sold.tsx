import ChartColumn from 'lucide-react/icons/chart-column'
import Package from 'lucide-react/icons/package'
import { Link } from 'wouter'
import type { Report } from '#contract/reports.ts'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Whether there is nothing to draw and to list. */
export function isEmptyReport(report: Report): boolean {
  switch (report.type) {
    case 'sales':
    case 'channels':
      return report.rows.every(({ orders, cancelledOrders }) => orders + cancelledOrders === 0)
    case 'inventory':
    case 'customers':
      return report.rowCount === 0
  }
}

/** Stands in the place of charts and table. */
export function EmptyReport({ type }: { type: Report['type'] }) {
  return <Card>{type === 'inventory' ? <NoSkus /> : <NoOrders />}</Card>
}

function NoSkus() {
  return (
    <EmptyState
      icon={<Package />}
      action={
        <Link href="/products" className={buttonVariants()}>
          Add products
        </Link>
      }
    >
      No active SKUs yet. What is in stock, what sells and how long it lasts appears here once there are products.
    </EmptyState>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<ChartColumn />}
      action={
        <Link href="/channels" className={buttonVariants()}>
          See your channels
        </Link>
      }
    >
      No orders were placed in these days. Charts and a table appear here as soon as a channel brings the first one;
      choose more days to look further back.
    </EmptyState>
  )
}
