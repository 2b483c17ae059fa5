import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import ChartColumn from 'lucide-react/icons/chart-column'
import FileUp from 'lucide-react/icons/file-up'
import Globe from 'lucide-react/icons/globe'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Package from 'lucide-react/icons/package'
import Plug from 'lucide-react/icons/plug'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Sheet from 'lucide-react/icons/sheet'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import SunMoon from 'lucide-react/icons/sun-moon'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import User from 'lucide-react/icons/user'
import Warehouse from 'lucide-react/icons/warehouse'
import { z } from 'zod'
import { bulkApi } from '#contract/bulk.ts'
import { channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { stepAccess } from '#contract/order-row.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import { signOutPath } from '#contract/paths.ts'
import { productsApi } from '#contract/products.ts'
import { promotionStateLabels } from '#contract/promotion-state.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { type Access, allows } from '#contract/roles.ts'
import type { CurrentUser } from '#contract/auth.ts'
import type { SearchResults } from '#contract/search.ts'
import { orderStatusLabels } from '#contract/order-status.ts'
import { themes, writeTheme } from '#web/ui/theme.tsx'
import { footerMenu, mainMenu } from '../menu.tsx'

/** An option of the search: a link or an action. */
export type SearchEntry = {
  id: string
  label: string
  detail?: string | undefined
  icon: LucideIcon
  /** Stored among the recent places when the entry is chosen. */
  place?: RecentPlace
} & ({ href: string; isOutside?: boolean; isDetail?: boolean } | { run: () => void })

export type SearchEntryGroup = { title: string; entries: readonly SearchEntry[] }

type Reader = Pick<CurrentUser, 'role' | 'isProviderStaff'>

/** Screens of the menu, and screens that are linked from other screens only. */
const screens = [
  ...mainMenu,
  { label: t('Amazon Integration'), path: '/amazon', icon: Plug, access: 'readonly' },
  { label: t('Notifications'), path: '/notifications', icon: Bell, access: 'readonly' },
  ...footerMenu,
] as const

export const screenEntries = ({ role, isProviderStaff }: Reader): SearchEntry[] =>
  screens
    .filter(({ access }) => allows(access, role, isProviderStaff))
    .map(({ label, path, icon }) => ({
      id: `screen-${path}`,
      label,
      icon,
      href: path,
      place: { kind: 'screen', label, href: path },
    }))

const themeLabels: Record<(typeof themes)[number], string> = {
  light: t('Switch to the light theme'),
  dark: t('Switch to the dark theme'),
  system: t('Use the system theme'),
}

/** Callbacks of actions that are not links. */
type ActionHandlers = { syncInventory: () => void; showShortcuts: () => void; showSessions: () => void }

type Action = SearchEntry & { access: Access }

/** Actions that the person may use. */
export const actionEntries = ({ role, isProviderStaff }: Reader, handlers: ActionHandlers): SearchEntry[] =>
  actions(handlers)
    .filter(({ access }) => allows(access, role, isProviderStaff))
    .map(({ access: _access, ...entry }) => entry)

const actions = ({ syncInventory, showShortcuts, showSessions }: ActionHandlers): Action[] => [
  action(t('Add new product'), Package, productsApi.create.access, { href: '/products?create=product' }),
  action(t('New order'), ShoppingCart, stepAccess, { href: '/orders?create=order' }),
  action(t('Import orders'), FileUp, stepAccess, { href: '/bulk-upload' }),
  action(t('Add channel'), Globe, channelsApi.create.access, { href: '/channels?create=channel' }),
  action(t('Create promotion'), TicketPercent, promotionsApi.create.access, { href: '/promotions?create=promotion' }),
  action(t('Needs attention'), TriangleAlert, 'readonly', { href: '/orders?view=attention' }),
  action(t('Sync inventory'), RefreshCw, marketplaceApi.syncInventory.access, { run: syncInventory }),
  action(t('Upload a file'), FileUp, bulkApi.upload.access, { href: '/bulk-upload' }),
  action(t('Open sheet view'), Sheet, 'readonly', { href: '/sheet-view' }),
  ...reportTypes.map((type) =>
    action(t('{type} report', { type: reportTypeLabels[type] }), ChartColumn, 'readonly', {
      href: `/reports?type=${type}`,
    }),
  ),
  ...themes.map((theme) => action(themeLabels[theme], SunMoon, 'readonly', { run: () => writeTheme(theme) })),
  action(t('Keyboard shortcuts'), Keyboard, 'readonly', { run: showShortcuts }),
  action(t('Your sessions'), MonitorSmartphone, 'readonly', { run: showSessions }),
  action(t('Log out'), LogOut, 'readonly', { href: signOutPath, isOutside: true }),
]

const action = (
  label: string,
  icon: SearchEntry['icon'],
  access: Access,
  target: { href: string; isOutside?: boolean } | { run: () => void },
): Action => ({ id: `action-${label}`, label, icon, access, ...target })

type SearchResult<Kind extends keyof SearchResults> = SearchResults[Kind][number]

export function resultGroups(results: SearchResults | undefined): SearchEntryGroup[] {
  if (!results) return []
  return [
    { title: t('Orders'), entries: results.orders.map(orderEntry) },
    { title: t('SKUs'), entries: results.skus.map(skuEntry) },
    { title: t('Products'), entries: results.products.map(productEntry) },
    { title: t('Customers'), entries: results.customers.map(customerEntry) },
    { title: t('Promotions'), entries: results.promotions.map(promotionEntry) },
  ]
}

const joinParts = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

function orderEntry(order: SearchResult<'orders'>): SearchEntry {
  const { id, orderNumber, customerName, status } = order
  const href = `/orders?order=${id}`
  return {
    id: `order-${id}`,
    label: orderNumber,
    detail: joinParts(shopOrderText(order), customerName, orderStatusLabels[status]),
    icon: ShoppingCart,
    href,
    isDetail: true,
    place: { kind: 'order', label: orderNumber, href },
  }
}

function skuEntry({ id, sku, asin, title, qtyAvailable }: SearchResult<'skus'>): SearchEntry {
  const href = `/inventory?sku=${id}`
  return {
    id: `sku-${id}`,
    label: sku,
    detail: joinParts(
      title,
      asin,
      t('{units, plural, one {# unit} other {# units}} available', { units: qtyAvailable }),
    ),
    icon: Warehouse,
    href,
    isDetail: true,
    place: { kind: 'sku', label: sku, href },
  }
}

function productEntry({ id, title, brand, isActive }: SearchResult<'products'>): SearchEntry {
  const href = `/products?product=${id}`
  return {
    id: `product-${id}`,
    label: title,
    detail: joinParts(brand, !isActive && t('Inactive')),
    icon: Package,
    href,
    isDetail: true,
    place: { kind: 'product', label: title, href },
  }
}

const customerEntry = ({ id, name }: SearchResult<'customers'>): SearchEntry => ({
  id: `customer-${id}`,
  label: name || t('Unnamed customer'),
  detail: t('Contacts and all orders'),
  icon: User,
  href: `/orders?customer=${id}`,
  isDetail: true,
})

const promotionEntry = ({ id, title, code, state }: SearchResult<'promotions'>): SearchEntry => ({
  id: `promotion-${id}`,
  label: title,
  detail: joinParts(code, promotionStateLabels[state]),
  icon: TicketPercent,
  href: `/promotions?promotion=${id}`,
  isDetail: true,
})

const most = 5

/** Contains no personal data: customers are not stored, and orders only by number. */
const RecentPlace = z.object({
  kind: z.enum(['order', 'sku', 'product', 'screen']),
  label: z.string(),
  href: z.string(),
})

type RecentPlace = z.output<typeof RecentPlace>

/** Recent places of one person in one company, newest first, from localStorage. */
export function readRecentPlaces(sessionKey: string): RecentPlace[] {
  try {
    return z.array(RecentPlace).parse(JSON.parse(localStorage.getItem(storageKey(sessionKey)) ?? '[]'))
  } catch {
    return []
  }
}

export function storeRecentPlace(sessionKey: string, place: RecentPlace): void {
  const others = readRecentPlaces(sessionKey).filter(({ href }) => href !== place.href)
  try {
    localStorage.setItem(storageKey(sessionKey), JSON.stringify([place, ...others].slice(0, most)))
  } catch {
    // Storage is full or forbidden: there are no recent places then.
  }
}

const storageKey = (sessionKey: string) => `lockstep.recent ${sessionKey}`
