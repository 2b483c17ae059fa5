import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import ChartColumn from 'lucide-react/icons/chart-column'
import FileUp from 'lucide-react/icons/file-up'
import Globe from 'lucide-react/icons/globe'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Package from 'lucide-react/icons/package'
import Settings from 'lucide-react/icons/settings'
import Sheet from 'lucide-react/icons/sheet'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Store from 'lucide-react/icons/store'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Warehouse from 'lucide-react/icons/warehouse'
import type { ComponentType } from 'react'
import { waitingApi } from '#contract/order-row.ts'
import type { Access } from '#contract/roles.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'

export type MenuEntry = {
  label: string
  path: string
  /** A second path of the same screen. */
  alias?: string
  icon: LucideIcon
  access: Access
  /** Count beside the label. */
  Badge?: ComponentType<{ isFolded: boolean }>
}

export const mainMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: '/dashboard', alias: '/', icon: LayoutDashboard, access: 'readonly' },
  { label: 'Orders', path: '/orders', icon: ShoppingCart, access: 'readonly', Badge: OrdersBadge },
  { label: 'Products', path: '/products', icon: Package, access: 'readonly' },
  { label: 'Inventory', path: '/inventory', icon: Warehouse, access: 'readonly' },
  { label: 'Bulk Upload', path: '/bulk-upload', icon: FileUp, access: 'readonly' },
  { label: 'Sheet View', path: '/sheet-view', icon: Sheet, access: 'readonly' },
  { label: 'Channels', path: '/channels', icon: Globe, access: 'readonly' },
  { label: 'Marketplace Connect', path: '/amazon-connection', icon: Store, access: 'readonly' },
  { label: 'Promotions', path: '/promotions', icon: TicketPercent, access: 'readonly' },
  { label: 'Reports', path: '/reports', icon: ChartColumn, access: 'readonly' },
]

export const footerMenu: readonly MenuEntry[] = [
  { label: 'Settings', path: '/settings', icon: Settings, access: 'readonly' },
  { label: 'Admin Panel', path: '/admin', icon: ShieldCheck, access: 'staff' },
]

/** Query key of the attention count. The menu keeps this query mounted while somebody is signed in. */
export const attentionCountKey = ['attention', 'waiting'] as const

const mostShown = 999

/** Number of attention items; renders nothing at zero. */
function OrdersBadge({ isFolded }: { isFolded: boolean }) {
  const { companyId } = useCurrentUser()
  const { data } = useQuery({
    queryKey: attentionCountKey,
    queryFn: ({ signal }) => call(waitingApi.count, {}, { signal }),
    enabled: companyId !== null,
  })
  if (!data?.waiting) return null
  const count = data.waiting > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(data.waiting)
  return (
    <span className={cx(badgeStyles, isFolded ? 'absolute top-0.5 right-0.5' : 'ml-auto')}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {count} waiting for you</span>
    </span>
  )
}

const badgeStyles =
  'inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs/5 font-semibold text-on-accent tabular-nums'
