import Check from 'lucide-react/icons/check'
import ExternalLink from 'lucide-react/icons/external-link'
import { locale, t } from '#contract/i18n.ts'
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
  usePageTitle(t('Inventory and orders in step with Amazon'))
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
        <nav aria-label={t('Sections')} className="hidden gap-1 md:flex">
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
        <LinkButton href={signInPath}>{t('Admin Access')}</LinkButton>
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
          <p className="text-sm text-muted">{t('Inventory and orders, in step with Amazon.')}</p>
        </div>
        <nav aria-label={t('Footer')} className="flex flex-wrap gap-x-6">
          {sectionLinks.map((section) => (
            <a key={section.id} href={`#${section.id}`} className={linkStyles}>
              {section.label}
            </a>
          ))}
          <a href={signInPath} className={linkStyles}>
            {t('Sign in')}
          </a>
        </nav>
        <ThemeSwitch />
      </div>
      <p className="mx-auto mt-8 max-w-6xl text-xs text-muted">
        {t('Amazon, eBay, Etsy and Meta are trademarks of their owners. Lockstep is not affiliated with them.')}
      </p>
    </footer>
  )
}

const partners = [
  {
    title: t('For sellers'),
    points: [
      t('FBA inventory syncs every 30 minutes or when you click Sync Now.'),
      t('Product data is imported from your listings.'),
      t('Orders from every channel ship from the stock you already have at Amazon.'),
      t('Products you create in Lockstep are synced back to Amazon.'),
    ],
  },
  {
    title: t('For vendors'),
    points: [
      t('Vendor accounts connect through the same Selling Partner API.'),
      t('You approve access on Amazon’s site and can revoke it there.'),
      t('Manage several accounts and regions in one workspace.'),
      t('The same roles, alerts and audit log apply.'),
    ],
  },
] as const

function IntegrationSection() {
  return (
    <LandingSection
      id="integration"
      title={t('Sellers and vendors, one integration')}
      lead={t('Connect an Amazon account by authorizing Lockstep at Amazon. You never share your password.')}
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
  { name: 'Amazon SP-API', use: t('Inventory, catalog and Multi-Channel Fulfillment') },
  { name: 'PostgreSQL', use: t('Each company’s data kept strictly separate') },
  { name: 'OpenID Connect', use: t('Sign-in through an external identity provider') },
  { name: t('Signed webhooks'), use: t('Orders in, status and tracking out') },
  { name: t('Server-sent events'), use: t('Screens that update live') },
  { name: 'OpenAPI', use: t('Every endpoint documented, ready for your own tools') },
  { name: 'AES-256-GCM', use: t('Credentials and customer contacts encrypted at rest') },
  { name: t('TypeScript and React'), use: t('One API contract for server and UI') },
] as const

function TechnologySection() {
  return (
    <LandingSection
      id="technology"
      title={t('Built on proven technology')}
      lead={t('Open standards and a solid database keep the count right, even when a process crashes.')}
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
  t('Every feature on this page'),
  t('Websites and Meta Shops as channels'),
  t('Accounts for your team, created by ours'),
] as const

/** Dark in both themes, to stand out from the other sections. */
function PricingSection() {
  return (
    <div data-theme="dark" className="border-y bg-surface text-ink">
      <LandingSection id="pricing" title={t('One plan, two prices')} lead={t('A monthly fee and a one-time setup.')}>
        <div className="grid gap-8 rounded-xl border bg-raised p-6 md:grid-cols-[1fr_1fr_1.2fr] md:gap-10 md:p-10">
          <Price amount={495} unit={t('per month')} />
          <Price amount={1500} unit={t('one-time setup')} />
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
              {t('Contact Sales')}
              <ExternalLink aria-hidden />
              <span className="sr-only">{t('(opens in a new tab)')}</span>
            </LinkButton>
          </div>
        </div>
      </LandingSection>
    </div>
  )
}

function Price({ amount, unit }: { amount: number; unit: string }) {
  const price = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
  return (
    <p className="flex flex-col justify-center max-md:border-b max-md:pb-6 md:border-r">
      <span className="text-5xl font-semibold tracking-tight">{price.format(amount)} </span>
      <span className="mt-1 text-lg text-muted">{unit}</span>
    </p>
  )
}

/** Website of the company that operates Lockstep, which answers sales questions and creates accounts. */
export const providerUrl = 'https://www.lockstep.example/'
