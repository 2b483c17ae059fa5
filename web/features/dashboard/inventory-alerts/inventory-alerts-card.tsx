import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import type { InventoryAlert } from '#contract/inventory.ts'
import { formatCount } from '#web/lib/figures.ts'
import { AlertLine } from '#web/shared/inventory-alerts/alert-line.tsx'
import { alertsLink } from '#web/shared/inventory-alerts/alerts-place.ts'
import { QueryContent } from '#web/shared/loaded.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInventoryAlerts } from '../api.ts'
import { MoreLink } from '../more-link.tsx'

export function InventoryAlertsCard() {
  const query = useInventoryAlerts()
  return (
    <Card aria-labelledby="inventory-alerts-heading">
      <CardHeader id="inventory-alerts-heading" title="Inventory Alerts" />
      <QueryContent what="The inventory alerts" query={query} isInCard>
        {({ rows, total }) => <Alerts alerts={rows} more={total - rows.length} />}
      </QueryContent>
    </Card>
  )
}

function Alerts({ alerts, more }: { alerts: readonly InventoryAlert[]; more: number }) {
  if (alerts.length === 0) {
    return (
      <EmptyState icon={<CircleCheckBig />}>
        No inventory alerts at this time. All products are adequately stocked.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Lowest stock" className="divide-y">
        {alerts.map((alert) => (
          <AlertLine key={alert.sku.id} alert={alert} />
        ))}
      </ul>
      {more > 0 && <MoreLink href={alertsLink}>{formatCount(more, 'more alert')} in the inventory page</MoreLink>}
    </>
  )
}
