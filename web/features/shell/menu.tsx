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
import { t } from '#contract/i18n.ts'
import type { Access } from '#contract/roles.ts'
import { AttentionCount } from '#web/shared/attention/attention-count.tsx'

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
  { label: t('Dashboard'), path: '/dashboard', alias: '/', icon: LayoutDashboard, access: 'readonly' },
  { label: t('Orders'), path: '/orders', icon: ShoppingCart, access: 'readonly', Badge: OrdersBadge },
  { label: t('Products'), path: '/products', icon: Package, access: 'readonly' },
  { label: t('Inventory'), path: '/inventory', icon: Warehouse, access: 'readonly' },
  { label: t('Bulk Upload'), path: '/bulk-upload', icon: FileUp, access: 'readonly' },
  { label: t('Sheet View'), path: '/sheet-view', icon: Sheet, access: 'readonly' },
  { label: t('Channels'), path: '/channels', icon: Globe, access: 'readonly' },
  { label: t('Marketplace Connect'), path: '/amazon-connection', icon: Store, access: 'readonly' },
  { label: t('Promotions'), path: '/promotions', icon: TicketPercent, access: 'readonly' },
  { label: t('Reports'), path: '/reports', icon: ChartColumn, access: 'readonly' },
]

export const footerMenu: readonly MenuEntry[] = [
  { label: t('Settings'), path: '/settings', icon: Settings, access: 'readonly' },
  { label: t('Admin Panel'), path: '/admin', icon: ShieldCheck, access: 'staff' },
]

/** On a folded menu the count sits on the icon. */
function OrdersBadge({ isFolded }: { isFolded: boolean }) {
  return <AttentionCount className={isFolded ? 'absolute top-0.5 right-0.5' : 'ml-auto'} />
}
