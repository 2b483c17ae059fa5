import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import BadgePercent from 'lucide-react/icons/badge-percent'
import BellRing from 'lucide-react/icons/bell-ring'
import Check from 'lucide-react/icons/check'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Plug from 'lucide-react/icons/plug'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Truck from 'lucide-react/icons/truck'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { featuresId, LandingSection } from './landing-section.tsx'
import { ordersPicture, ProductPicture, reportsPicture } from './product-picture.tsx'

const screens = [
  { picture: ordersPicture, text: t('Every order with its packages and history, whichever channel sold it.') },
  {
    picture: reportsPicture,
    text: t('Reports for any period you choose, with the orders behind each figure.'),
  },
] as const

export function FeaturesSection() {
  return (
    <LandingSection
      id={featuresId}
      title={t('Everything between the sale and the package')}
      lead={t('Catalog, inventory, channels, promotions and reports, run by your team from one place.')}
    >
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <FeatureCard feature={twoWaySync} className="lg:col-span-2">
          <SyncSketch />
        </FeatureCard>
        <FeatureCard feature={promotionsEngine}>
          <ul className="grid gap-2">
            {promotionRules.map((rule) => (
              <li key={rule} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 shrink-0 text-accent" />
                {rule}
              </li>
            ))}
          </ul>
        </FeatureCard>
        <FeatureCard feature={multiChannelOrders} />
        <FeatureCard feature={amazonFulfillment} />
        <FeatureCard feature={customerAlerts} />
        <FeatureCard feature={apiCoverage}>
          <RegionList />
        </FeatureCard>
        <FeatureCard feature={bulkOperations} className="md:col-span-2">
          <SheetSketch />
        </FeatureCard>
      </ul>
      <ul aria-label={t('Screens')} className="mt-12 grid gap-10 md:grid-cols-2 md:gap-6">
        {screens.map(({ picture, text }) => (
          <li key={text}>
            <ProductPicture picture={picture} />
            <p className="mt-4 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

type FeatureCardProps = {
  feature: { title: string; text: string; Icon: LucideIcon }
  className?: string
  children?: ReactNode
}

function FeatureCard({ feature: { title, text, Icon }, className, children }: FeatureCardProps) {
  return (
    <li className={cx('flex flex-col rounded-xl border bg-raised p-6 shadow-raised', className)}>
      <span aria-hidden className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent">
        <Icon className="size-5" />
      </span>
      <h3 className="mt-5 text-lg font-semibold">{title}</h3>
      <p className="mt-1.5 text-pretty text-muted">{text}</p>
      {children && <div className="mt-5 flex flex-1 flex-col justify-end">{children}</div>}
    </li>
  )
}

const twoWaySync = {
  title: t('Two-way sync'),
  text: t(
    'Stock levels come in from Amazon’s warehouses. Products you create and quantities you manage go back to Amazon.',
  ),
  Icon: ArrowLeftRight,
}

const bulkOperations = {
  title: t('Bulk operations'),
  text: t('Upload an Excel file, or edit in a spreadsheet view. See every change before it’s saved.'),
  Icon: FileSpreadsheet,
}

const promotionsEngine = {
  title: t('Promotions engine'),
  text: t('One set of rules prices every cart, whichever channel it comes from.'),
  Icon: BadgePercent,
}

const multiChannelOrders = {
  title: t('Multi-channel orders'),
  text: t('Orders from your websites and Meta Shops arrive in one list. eBay and Etsy are coming soon.'),
  Icon: ShoppingBag,
}

const amazonFulfillment = {
  title: t('Amazon MCF fulfillment'),
  text: t('Orders ship through Amazon Multi-Channel Fulfillment. Tracking goes back to each order’s channel.'),
  Icon: Truck,
}

const customerAlerts = {
  title: t('SMS and email alerts'),
  text: t('Get alerts about new orders, low stock and failed jobs. Messages to customers respect quiet hours.'),
  Icon: BellRing,
}

const apiCoverage = {
  title: t('Selling-partner API coverage'),
  text: t('Built on Amazon’s Selling Partner API, for sellers and vendors alike.'),
  Icon: Plug,
}

const promotionRules = [
  t('Promo codes'),
  t('Automatic discounts'),
  t('Minimum order requirements'),
  t('Channel-specific campaigns'),
  t('Usage tracking'),
] as const

function SyncSketch() {
  return (
    <div className="grid gap-3 rounded-lg border bg-sunken p-4 text-sm sm:grid-cols-2">
      <Lane
        heading={t('From Amazon')}
        icon={<ArrowRight aria-hidden />}
        goods={[t('Available'), t('Reserved'), t('Inbound'), t('Product data')]}
      />
      <Lane
        heading={t('To Amazon')}
        icon={<ArrowLeft aria-hidden />}
        goods={[t('New products'), t('Your quantities'), t('Orders to ship')]}
      />
    </div>
  )
}

function Lane({ heading, icon, goods }: { heading: string; icon: ReactNode; goods: readonly string[] }) {
  return (
    <div>
      <p className="flex items-center gap-2 font-medium [&_svg]:size-4 [&_svg]:text-accent">
        {icon}
        {heading}
      </p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {goods.map((good) => (
          <li key={good} className="rounded-sm border bg-raised px-2 py-0.5 text-muted">
            {good}
          </li>
        ))}
      </ul>
    </div>
  )
}

const headings = [t('SKU'), t('Title'), t('Price'), t('Quantity')] as const

const rows = [
  { sku: 'TEE-S', title: t('Tee, small'), price: '19.00', quantity: '64', isModified: false },
  { sku: 'TEE-M', title: t('Tee, medium'), price: '21.00', quantity: '58', isModified: true },
  { sku: 'TEE-L', title: t('Tee, large'), price: '19.00', quantity: '48', isModified: false },
  { sku: 'TEE-XL', title: t('Tee, extra large'), price: '19.00', quantity: '31', isModified: false },
] as const

/** An illustration, hidden from screen readers: the text of the card says the same. */
function SheetSketch() {
  return (
    <div aria-hidden className="overflow-hidden rounded-lg border text-sm">
      <div className="grid grid-cols-[1fr_1.6fr_1fr_1fr] border-b bg-sunken text-xs font-medium text-muted">
        {headings.map((heading) => (
          <span key={heading} className="px-3 py-1.5 not-first:border-l">
            {heading}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <div key={row.sku} className="grid grid-cols-[1fr_1.6fr_1fr_1fr] not-last:border-b">
          <span className="truncate px-3 py-1.5 font-mono">{row.sku}</span>
          <span className="truncate border-l px-3 py-1.5">{row.title}</span>
          <span
            className={cx(
              'border-l px-3 py-1.5 text-right',
              row.isModified && 'bg-accent-soft font-semibold text-accent ring-2 ring-accent ring-inset',
            )}
          >
            {row.price}
          </span>
          <span className="border-l px-3 py-1.5 text-right">{row.quantity}</span>
        </div>
      ))}
    </div>
  )
}

const regions = [
  { name: t('North America'), marketplaces: t('United States, Canada, Mexico, Brazil') },
  { name: t('Europe'), marketplaces: t('United Kingdom, Germany, France, Italy, Spain') },
  { name: t('Far East'), marketplaces: t('Japan, Australia, India') },
] as const

function RegionList() {
  return (
    <dl className="grid gap-2 text-sm">
      {regions.map((region) => (
        <div key={region.name} className="border-t pt-2">
          <dt className="font-medium">{region.name}</dt>
          <dd className="text-muted">{region.marketplaces}</dd>
        </div>
      ))}
    </dl>
  )
}
