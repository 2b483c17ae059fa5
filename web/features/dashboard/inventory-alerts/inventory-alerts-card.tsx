import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { counted } from '#web/lib/figures.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { AlertLine } from '#web/shared/inventory-alerts/alert-line.tsx'
import { alertsPlace } from '#web/shared/inventory-alerts/alerts-place.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useInventoryAlerts } from '../api.ts'
import { MoreLink } from '../more-link.tsx'

export function InventoryAlertsCard() {
  const { data, error, isFetching, refetch } = useInventoryAlerts()
  const more = data ? data.total - data.rows.length : 0
  return (
    <Card aria-labelledby="inventory-alerts-heading">
      <CardHeader id="inventory-alerts-heading" title="Inventory Alerts" />
      {error && (
        <CardBody>
          <FailedToLoad
            what="The inventory alerts"
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </CardBody>
      )}
      {!data && !error && <Spinner />}
      {data?.rows.length === 0 && (
        <EmptyState icon={<CircleCheckBig />}>
          No inventory alerts at this time. All products are adequately stocked.
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label="Lowest stock" className="divide-y">
          {data.rows.map((alert) => (
            <AlertLine key={alert.sku.id} alert={alert} />
          ))}
        </ul>
      )}
      {more > 0 && <MoreLink href={alertsPlace}>{counted(more, 'more alert')} in the inventory page</MoreLink>}
    </Card>
  )
}
