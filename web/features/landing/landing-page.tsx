import Check from 'lucide-react/icons/check'
import ExternalLink from 'lucide-react/icons/external-link'
import { signInPath } from '#contract/paths.ts'
import { usePageTitle } from '#web/shared/route-announcer.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SkipLink } from '#web/ui/page-header.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { FeaturesSection } from './features-section.tsx'
import { Hero, StatTiles } from './hero.tsx'
import { LandingSection, sectionLinks } from './landing-section.tsx'

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

const partners = [
  {
    title: 'For sellers',
    points: [
      'FBA inventory is read every 30 minutes, or when you press Sync Now.',
      'Product data is imported from your listings.',
      'Orders from every channel ship from the stock that Amazon already holds.',
      'Products you create in Lockstep are synced back to Amazon.',
    ],
  },
  {
    title: 'For vendors',
    points: [
      'Vendor accounts connect through the same Selling Partner API.',
      'You approve access on Amazon’s own page and can withdraw it there.',
      'Several accounts and regions stand side by side in one workspace.',
      'The same roles, alerts and audit log apply.',
    ],
  },
] as const

function IntegrationSection() {
  return (
    <LandingSection
      id="integration"
      title="Sellers and vendors, one integration"
      lead="Connect an Amazon account by authorising Lockstep at Amazon. No password changes hands."
      className="border-y bg-raised"
    >
      <div className="grid gap-10 md:grid-cols-2 md:gap-16">
        {partners.map((partner) => (
          <div key={partner.title}>
            <h3 className="border-b pb-3 text-xl font-semibold">{partner.title}</h3>
            <ul className="mt-4 grid gap-3">
              {partner.points.map((point) => (
                <li key={point} className="flex items-start gap-3 text-pretty">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </LandingSection>
  )
}

const technologies = [
  { name: 'Amazon SP-API', use: 'Inventory, catalog and Multi-Channel Fulfilment' },
  { name: 'PostgreSQL', use: 'Each company’s rows behind a wall of their own' },
  { name: 'OpenID Connect', use: 'Sign-in through an external identity provider' },
  { name: 'Signed webhooks', use: 'Orders in, status and tracking out' },
  { name: 'Server-sent events', use: 'Screens that follow what happens' },
  { name: 'OpenAPI', use: 'Every call described, ready for your own tools' },
  { name: 'AES-256-GCM', use: 'Credentials and customer contacts encrypted at rest' },
  { name: 'TypeScript and React', use: 'One contract between server and screen' },
] as const

function TechnologySection() {
  return (
    <LandingSection
      id="technology"
      title="Built on things that last"
      lead="Open standards and a real database underneath, so that the count is right even when a process dies."
    >
      <dl className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
        {technologies.map((technology) => (
          <div key={technology.name} className="border-t py-5">
            <dt className="font-semibold">{technology.name}</dt>
            <dd className="mt-1 text-pretty text-muted">{technology.use}</dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  )
}

const included = [
  'Every feature on this page',
  'Websites and Meta Shops as channels',
  'Accounts for your team, created by ours',
] as const

/** Dark in both themes, to stand out from the other sections. */
function PricingSection() {
  return (
    <div data-theme="dark" className="border-y bg-surface text-ink">
      <LandingSection id="pricing" title="One plan, two figures" lead="A monthly price, and one setup at the start.">
        <div className="grid gap-8 rounded-xl border bg-raised p-6 md:grid-cols-[1fr_1fr_1.2fr] md:gap-10 md:p-10">
          <Price amount="$495" unit="per month" />
          <Price amount="$1,500" unit="one-time setup" />
          <div>
            <ul className="grid gap-2.5">
              {included.map((item) => (
                <li key={item} className="flex items-start gap-3">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                  {item}
                </li>
              ))}
            </ul>
            <LinkButton
              variant="primary"
              size="large"
              href={providerUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="mt-6 w-full"
            >
              Contact Sales
              <ExternalLink aria-hidden />
              <span className="sr-only">(opens in a new tab)</span>
            </LinkButton>
          </div>
        </div>
      </LandingSection>
    </div>
  )
}

function Price({ amount, unit }: { amount: string; unit: string }) {
  return (
    <p className="flex flex-col justify-center max-md:border-b max-md:pb-6 md:border-r">
      <span className="text-5xl font-semibold tracking-tight">{amount} </span>
      <span className="mt-1 text-lg text-muted">{unit}</span>
    </p>
  )
}

/** Website of the company that operates Lockstep, which answers sales questions and creates accounts. */
export const providerUrl = 'https://www.lockstep.example/'
