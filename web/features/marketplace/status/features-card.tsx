import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import PackageSearch from 'lucide-react/icons/package-search'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Truck from 'lucide-react/icons/truck'
import { Card, CardHeader } from '#web/ui/card.tsx'

const features = [
  {
    Icon: RefreshCw,
    name: 'Inventory sync from FBA every 30 minutes',
    about: 'What Amazon’s warehouses hold: available, reserved and inbound.',
  },
  {
    Icon: PackageSearch,
    name: 'Product data import',
    about: 'Titles, brands, images and sizes come over from your listings.',
  },
  {
    Icon: Truck,
    name: 'Multi-channel fulfillment',
    about: 'Orders of every channel ship from Amazon’s warehouses.',
  },
  {
    Icon: ArrowLeftRight,
    name: 'Bi-directional sync of products created in the app',
    about: 'What you add or change here goes to Amazon, and the other way round.',
  },
] as const

export function FeaturesCard() {
  return (
    <Card aria-labelledby="features-heading">
      <CardHeader id="features-heading" title="What the integration does" />
      <ul className="grid gap-x-8 gap-y-4 p-4 md:grid-cols-2 md:p-5">
        {features.map(({ Icon, name, about }) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            <div>
              <p className="font-medium">{name}</p>
              <p className="text-sm text-muted">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
