import Download from 'lucide-react/icons/download'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'

/** Their ids stand in the address of the file, and many a proxy takes no longer one. */
const maxExported = 200

export function ExportSelection({ orders }: { orders: readonly OrderRow[] }) {
  if (orders.length > maxExported) {
    return (
      <BlockedButton
        reason={`At most ${formatNumber(maxExported)} picked orders fit into one file. Export without picking has no limit.`}
      >
        <Download aria-hidden />
        Export
      </BlockedButton>
    )
  }
  const orderIds = orders.map(({ id }) => id).join(',')
  return (
    <ExportMenu
      access={ordersApi.export.access}
      what={formatCount(orders.length, 'selected order')}
      hrefFor={(format) => pathWithQuery(ordersApi.export, { orderIds, format })}
    />
  )
}
