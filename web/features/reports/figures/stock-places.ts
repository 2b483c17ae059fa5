import type { FigureName } from '#contract/report-figures.ts'
import { alertsPlace } from '#web/shared/inventory-alerts/alerts-place.ts'

/** Figures of what is there now: SKUs make them, not orders. */
export const stockPlaces: Partial<Record<FigureName, string>> = {
  unitsAvailable: '/inventory',
  unitsInbound: '/inventory',
  daysOfCover: '/inventory',
  lowStockSkus: alertsPlace,
  outOfStockSkus: '/inventory?status=out_of_stock',
}
