import Check from 'lucide-react/icons/check'
import { FeatureCard } from './feature-card.tsx'
import {
  amazonFulfilment,
  apiCoverage,
  bulkOperations,
  customerAlerts,
  multiChannelOrders,
  promotionRules,
  promotionsEngine,
  twoWaySync,
} from './features.ts'
import { LandingSection } from './landing-section.tsx'
import { ordersPicture, reportsPicture } from './pictures.ts'
import { ProductPicture } from './product-picture.tsx'
import { RegionList } from './region-list.tsx'
import { featuresId } from './sections.ts'
import { SheetSketch } from './sheet-sketch.tsx'
import { SyncSketch } from './sync-sketch.tsx'

const screens = [
  { picture: ordersPicture, text: 'Every order with its parcels and its history, whichever channel sold it.' },
  { picture: reportsPicture, text: 'Reports over any days you choose, with the orders that each figure is made of.' },
] as const

export function FeaturesSection() {
  return (
    <LandingSection
      id={featuresId}
      title="The work between the sale and the parcel"
      lead="Catalog, inventory, channels, promotions and reports, run by your team from one place."
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
        <FeatureCard feature={amazonFulfilment} />
        <FeatureCard feature={customerAlerts} />
        <FeatureCard feature={apiCoverage}>
          <RegionList />
        </FeatureCard>
        <FeatureCard feature={bulkOperations} className="md:col-span-2">
          <SheetSketch />
        </FeatureCard>
      </ul>
      <ul aria-label="Screens" className="mt-12 grid gap-10 md:grid-cols-2 md:gap-6">
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
