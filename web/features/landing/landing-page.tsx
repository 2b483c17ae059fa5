import { usePageTitle } from '#web/shared/use-page-title.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { FeaturesSection } from './features-section.tsx'
import { Hero } from './hero.tsx'
import { IntegrationSection } from './integration-section.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHeader } from './landing-header.tsx'
import { PricingSection } from './pricing-section.tsx'
import { StatTiles } from './stat-tiles.tsx'
import { TechnologySection } from './technology-section.tsx'

const contentId = 'content'

export function LandingPage() {
  usePageTitle('Inventory and orders in step with Amazon')
  return (
    <>
      <SkipLink targetId={contentId} />
      <LandingHeader />
      <main id={contentId} tabIndex={-1} className="outline-none">
        <Hero />
        <StatTiles />
        <FeaturesSection />
        <IntegrationSection />
        <PricingSection />
        <TechnologySection />
      </main>
      <LandingFooter />
    </>
  )
}
