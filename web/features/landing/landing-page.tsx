import { signInPath } from '#contract/paths.ts'
import { usePageTitle } from '#web/shared/route-announcer.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SkipLink } from '#web/ui/page-header.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { FeaturesSection } from './features-section.tsx'
import { Hero, StatTiles } from './hero.tsx'
import { IntegrationSection, TechnologySection } from './integration-section.tsx'
import { sectionLinks } from './landing-section.tsx'
import { PricingSection } from './pricing-section.tsx'

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

function LandingHeader() {
  return (
    <header className="sticky top-0 z-30 border-b bg-surface/90 px-4 backdrop-blur-md md:px-8">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-6">
        <Logo />
        <nav aria-label="Sections" className="hidden gap-1 md:flex">
          {sectionLinks.map((section) => (
            <a
              key={section.id}
              href={`#${section.id}`}
              className="rounded-md px-3 py-2 font-medium text-muted transition-colors hover:text-ink"
            >
              {section.label}
            </a>
          ))}
        </nav>
        <LinkButton href={signInPath}>Admin Access</LinkButton>
      </div>
    </header>
  )
}

const linkStyles = 'inline-flex min-h-10 items-center text-muted transition-colors hover:text-ink'

function LandingFooter() {
  return (
    <footer className="border-t bg-raised px-4 py-10 md:px-8">
      <div className="mx-auto flex max-w-6xl flex-col gap-8 items-start md:flex-row md:items-center md:justify-between">
        <div className="grid gap-2">
          <Logo />
          <p className="text-sm text-muted">Inventory and orders, in step with Amazon.</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {sectionLinks.map((section) => (
            <a key={section.id} href={`#${section.id}`} className={linkStyles}>
              {section.label}
            </a>
          ))}
          <a href={signInPath} className={linkStyles}>
            Sign in
          </a>
        </nav>
        <ThemeSwitch />
      </div>
      <p className="mx-auto mt-8 max-w-6xl text-xs text-muted">
        Amazon, eBay, Etsy and Meta are trademarks of their owners. Lockstep is not affiliated with them.
      </p>
    </footer>
  )
}
