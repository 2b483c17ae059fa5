import { Link } from 'wouter'
import type { InventoryAlert } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { AlertBadge } from './alert-badge.tsx'

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
        <p className="text-sm text-muted">{formatNumber(inventory.qtyAvailable)} available</p>
      </div>
    </li>
  )
}
