import PackageMinus from 'lucide-react/icons/package-minus'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import type { InventoryAlert } from '#contract/inventory.ts'
import { type AlertSeverity, assessStock } from '#contract/stock-status.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export function AlertLine({ alert: { sku, inventory } }: { alert: InventoryAlert }) {
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-1.5 md:px-5 md:py-2.5">
      <div className="min-w-0">
        <Link
          href={`/inventory?sku=${sku.id}`}
          className="inline-flex min-h-10 items-center font-medium wrap-anywhere underline-offset-2 hover:underline md:min-h-6"
        >
          {sku.sku}
        </Link>
        <p className="text-sm wrap-anywhere text-muted">{sku.title}</p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5">
        <AlertBadge qtyAvailable={inventory.qtyAvailable} />
        <p className="text-sm text-muted">{t('{quantity} available', { quantity: inventory.qtyAvailable })}</p>
      </div>
    </li>
  )
}

const severityBadges: Record<AlertSeverity, { tone: Tone; label: string; icon?: ReactNode }> = {
  out_of_stock: { tone: 'danger', label: t('Out of Stock') },
  critical: { tone: 'danger', label: t('Critical') },
  low: { tone: 'neutral', label: t('Low Stock'), icon: <PackageMinus aria-hidden /> },
  above: { tone: 'info', label: t('Low Stock'), icon: <PackageMinus aria-hidden /> },
}

function AlertBadge({ qtyAvailable }: { qtyAvailable: number }) {
  const { label, ...badge } = severityBadges[assessStock({ qtyAvailable, qtyReserved: 0 }).severity]
  return <Badge {...badge}>{label}</Badge>
}

export const alertsParam = 'alerts'

export const allAlerts = 'all'

/** Link to every SKU that the alert figure counts. The filter "Low Stock" would leave out SKUs without any stock. */
export const alertsLink = `/inventory?${alertsParam}=${allAlerts}`
