import { type StockStatus, stockStatusLabels } from '#contract/stock-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const stockStatusTones: Record<StockStatus, Tone> = {
  in_stock: 'success',
  low_stock: 'warning',
  out_of_stock: 'danger',
}

export function StockStatusBadge({ status }: { status: StockStatus }) {
  return <Badge tone={stockStatusTones[status]}>{stockStatusLabels[status]}</Badge>
}
