import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import type { InventoryAlert } from '#contract/inventory.ts'
import { counted } from '#web/lib/figures.ts'
import { AlertLine } from '#web/shared/inventory-alerts/alert-line.tsx'
import { alertsPlace } from '#web/shared/inventory-alerts/alerts-place.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInventoryAlerts } from '../api.ts'
import { MoreLink } from '../more-link.tsx'

export function InventoryAlertsCard() {
  const query = useInventoryAlerts()
  return (
    <Card aria-labelledby="inventory-alerts-heading">
      <CardHeader id="inventory-alerts-heading" title="Inventory Alerts" />
      <Loaded what="The inventory alerts" query={query} isInCard>
        {({ rows, total }) => <Alerts alerts={rows} more={total - rows.length} />}
      </Loaded>
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
      {more > 0 && <MoreLink href={alertsPlace}>{counted(more, 'more alert')} in the inventory page</MoreLink>}
    </>
  )
}
