import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import { type StockStatus, stockStatusLabels } from '#contract/stock-status.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
}

const listingSyncBadges: Record<ListingSyncStatus, { tone: Tone; icon?: ReactNode; label: string }> = {
  pending: { tone: 'neutral', icon: <Hourglass aria-hidden />, label: 'Waiting to sync' },
  sent: { tone: 'neutral', label: 'Sent' },
  synced: { tone: 'success', label: 'Synced' },
  not_listed: { tone: 'neutral', label: 'Not in the shop' },
  failed: { tone: 'danger', label: 'Sync failed' },
}

export function ListingSyncBadge({ status }: { status: ListingSyncStatus }) {
  const { label, ...badge } = listingSyncBadges[status]
  return <Badge {...badge}>{label}</Badge>
}

const stockStatusTones: Record<StockStatus, Tone> = {
  in_stock: 'success',
  low_stock: 'warning',
  out_of_stock: 'danger',
}

export function StockStatusBadge({ status }: { status: StockStatus }) {
  return <Badge tone={stockStatusTones[status]}>{stockStatusLabels[status]}</Badge>
}
