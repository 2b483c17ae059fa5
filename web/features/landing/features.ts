import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BadgePercent from 'lucide-react/icons/badge-percent'
import BellRing from 'lucide-react/icons/bell-ring'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Plug from 'lucide-react/icons/plug'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Truck from 'lucide-react/icons/truck'

export const twoWaySync = {
  title: 'Two-way sync',
  text: 'Stock levels come in from Amazon’s warehouses. Products you create and quantities you keep yourself go back out.',
  Icon: ArrowLeftRight,
}

export const bulkOperations = {
  title: 'Bulk operations',
  text: 'Upload an Excel file, or edit in a spreadsheet-like sheet view. You see what will change before anything is written.',
  Icon: FileSpreadsheet,
}

export const promotionsEngine = {
  title: 'Promotions engine',
  text: 'One set of rules prices the cart, whichever channel it comes from.',
  Icon: BadgePercent,
}

export const multiChannelOrders = {
  title: 'Multi-channel orders',
  text: 'Orders from your websites and Meta Shops arrive in one list. eBay and Etsy are coming soon.',
  Icon: ShoppingBag,
}

export const amazonFulfilment = {
  title: 'Amazon MCF fulfilment',
  text: 'Orders ship through Amazon Multi-Channel Fulfilment. Tracking goes back to the channel that sold it.',
  Icon: Truck,
}

export const customerAlerts = {
  title: 'SMS and email alerts',
  text: 'You hear about new orders, low stock and failed jobs. Messages to customers respect their quiet hours.',
  Icon: BellRing,
}

export const apiCoverage = {
  title: 'Selling-partner API coverage',
  text: 'Built on Amazon’s Selling Partner API, for sellers and vendors alike.',
  Icon: Plug,
}

export const promotionRules = [
  'Promo codes',
  'Automatic discounts',
  'Minimum order requirements',
  'Channel-specific campaigns',
  'Usage tracking',
] as const
