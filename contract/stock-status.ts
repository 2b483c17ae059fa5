import { z } from 'zod'
import { t } from './i18n.ts'

/** Units on screens: `qtyAvailable` excludes holds, `qtyReserved` includes them. */
export const Quantities = z.object({ qtyAvailable: z.int(), qtyReserved: z.int(), qtyInbound: z.int() })
export type Quantities = z.output<typeof Quantities>

const highestQuantity = 10_000_000

/** A quantity that a person counted. */
export const quantityNumber = z
  .int(t('Quantity must be a whole number'))
  .refine((units) => units >= 0 && !Object.is(units, -0), t('Quantity can’t be negative'))
  .max(highestQuantity, t('Quantity must be {highestQuantity} or less', { highestQuantity }))

export const stockStatuses = ['in_stock', 'low_stock', 'out_of_stock'] as const
export type StockStatus = (typeof stockStatuses)[number]

export const stockStatusLabels: Record<StockStatus, string> = {
  in_stock: t('In Stock'),
  low_stock: t('Low Stock'),
  out_of_stock: t('Out of Stock'),
}

export const defaultLowStockThreshold = 10

export type AlertSeverity = 'out_of_stock' | 'critical' | 'low' | 'above'

type StockAssessment = {
  /** For the badge: reserved units still count as stock. */
  status: StockStatus
  /** For the filter: by available units only. */
  filter: StockStatus
  isAlert: boolean
  severity: AlertSeverity
}

/** The stock status of a SKU for badge, filter, cards and alerts; each has its own rule. */
export function assessStock(
  { qtyAvailable, qtyReserved }: Pick<Quantities, 'qtyAvailable' | 'qtyReserved'>,
  threshold: number = defaultLowStockThreshold,
): StockAssessment {
  const isLow = qtyAvailable <= threshold
  return {
    status: qtyAvailable + qtyReserved === 0 ? 'out_of_stock' : isLow ? 'low_stock' : 'in_stock',
    filter: qtyAvailable === 0 ? 'out_of_stock' : isLow ? 'low_stock' : 'in_stock',
    isAlert: isLow,
    severity: severityOf(qtyAvailable),
  }
}

function severityOf(qtyAvailable: number): AlertSeverity {
  if (qtyAvailable === 0) return 'out_of_stock'
  if (qtyAvailable <= 5) return 'critical'
  return qtyAvailable <= 10 ? 'low' : 'above'
}

/** The same filter as an inclusive range of available units, for SQL. */
export function availableRange(filter: StockStatus, threshold: number): { from: number; to: number | null } {
  switch (filter) {
    case 'out_of_stock':
      return { from: 0, to: 0 }
    case 'low_stock':
      return { from: 1, to: threshold }
    case 'in_stock':
      return { from: Math.max(threshold, 0) + 1, to: null }
  }
}
