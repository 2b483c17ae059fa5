import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { type StockStatus, stockStatusLabels } from '#contract/stock-status.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="success">{t('Active')}</Badge> : <Badge tone="neutral">{t('Inactive')}</Badge>
}

const listingSyncBadges: Record<ListingSyncStatus, { tone: Tone; icon?: ReactNode; label: string }> = {
  pending: { tone: 'neutral', icon: <Hourglass aria-hidden />, label: t('Waiting to sync') },
  sent: { tone: 'neutral', label: t('Sent') },
  synced: { tone: 'success', label: t('Synced') },
  not_listed: { tone: 'neutral', label: t('Not in the shop') },
  failed: { tone: 'danger', label: t('Sync failed') },
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
