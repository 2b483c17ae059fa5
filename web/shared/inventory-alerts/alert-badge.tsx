import PackageMinus from 'lucide-react/icons/package-minus'
import type { ReactNode } from 'react'
import { type AlertSeverity, assessStock } from '#contract/stock-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const severityBadges: Record<AlertSeverity, { tone: Tone; word: string; icon?: ReactNode }> = {
  out_of_stock: { tone: 'danger', word: 'Out of Stock' },
  critical: { tone: 'danger', word: 'Critical' },
  low: { tone: 'neutral', word: 'Low Stock', icon: <PackageMinus aria-hidden /> },
  above: { tone: 'info', word: 'Low Stock', icon: <PackageMinus aria-hidden /> },
}

export function AlertBadge({ qtyAvailable }: { qtyAvailable: number }) {
  const { word, ...look } = severityBadges[assessStock({ qtyAvailable, qtyReserved: 0 }).severity]
  return <Badge {...look}>{word}</Badge>
}
