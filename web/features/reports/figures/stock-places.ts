import type { FigureName } from '#contract/report-figures.ts'
import { alertsLink } from '#web/shared/inventory-alerts/alerts-place.ts'

/** Figures of what is there now: SKUs make them, not orders. */
export const stockLinks: Partial<Record<FigureName, string>> = {
  unitsAvailable: '/inventory',
  unitsInbound: '/inventory',
  daysOfCover: '/inventory',
  lowStockSkus: alertsLink,
  outOfStockSkus: '/inventory?status=out_of_stock',
}
