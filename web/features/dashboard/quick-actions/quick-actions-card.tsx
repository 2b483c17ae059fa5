import Plus from 'lucide-react/icons/plus'
import { productsApi } from '#contract/products.ts'
import { SyncInventory } from '#web/shared/sync-inventory.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { PermittedLink } from '../permitted-link.tsx'
import { TestNotifications } from '../test-notifications.tsx'
import { ExportDailyReport } from './export-daily-report.tsx'

export function QuickActionsCard() {
  return (
    <Card aria-labelledby="quick-actions-heading">
      <CardHeader id="quick-actions-heading" title="Quick Actions" />
      <CardBody className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        <PermittedLink access={productsApi.create.access} task="add products" href="/products?create=product">
          <Plus aria-hidden />
          Add New Product
        </PermittedLink>
        <SyncInventory label="Force Inventory Sync" variant="secondary" />
        <ExportDailyReport />
        <TestNotifications />
      </CardBody>
    </Card>
  )
}
