import ChartColumn from 'lucide-react/icons/chart-column'
import FileUp from 'lucide-react/icons/file-up'
import Globe from 'lucide-react/icons/globe'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Package from 'lucide-react/icons/package'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Sheet from 'lucide-react/icons/sheet'
import SunMoon from 'lucide-react/icons/sun-moon'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { bulkApi } from '#contract/bulk.ts'
import { channelsApi } from '#contract/channels.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { productsApi } from '#contract/products.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { type Access, allows, type Role } from '#contract/roles.ts'
import { signOutPath } from '#contract/paths.ts'
import { themes, writeTheme } from '#web/ui/theme.ts'
import type { SearchEntry } from './entry.ts'

/** What an action needs beyond an address. */
export type ActionHandlers = { syncInventory: () => void; showShortcuts: () => void }

type Action = SearchEntry & { access: Access }

/** Only what the role may do. */
export const actionEntries = (role: Role, handlers: ActionHandlers): SearchEntry[] =>
  actions(handlers)
    .filter(({ access }) => allows(access, role))
    .map(({ access: _access, ...entry }) => entry)

const actions = ({ syncInventory, showShortcuts }: ActionHandlers): Action[] => [
  action('Add new product', Package, productsApi.create.access, { href: '/products?create=product' }),
  action('Add channel', Globe, channelsApi.create.access, { href: '/channels?create=channel' }),
  action('Create promotion', TicketPercent, promotionsApi.create.access, { href: '/promotions?create=promotion' }),
  action('Needs attention', TriangleAlert, 'readonly', { href: '/orders?view=attention' }),
  action('Sync inventory', RefreshCw, marketplaceApi.syncInventory.access, { run: syncInventory }),
  action('Upload a file', FileUp, bulkApi.upload.access, { href: '/bulk-upload' }),
  action('Open sheet view', Sheet, 'readonly', { href: '/sheet-view' }),
  ...reportTypes.map((type) =>
    action(`${reportTypeLabels[type]} report`, ChartColumn, 'readonly', { href: `/reports?type=${type}` }),
  ),
  ...themes.map((theme) => action(`Switch theme to ${theme}`, SunMoon, 'readonly', { run: () => writeTheme(theme) })),
  action('Keyboard shortcuts', Keyboard, 'readonly', { run: showShortcuts }),
  action('Log out', LogOut, 'readonly', { href: signOutPath, isOutside: true }),
]

const action = (
  label: string,
  icon: SearchEntry['icon'],
  access: Access,
  target: { href: string; isOutside?: boolean } | { run: () => void },
): Action => ({ id: `action-${label}`, label, icon, access, ...target })
