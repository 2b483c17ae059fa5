import Check from 'lucide-react/icons/check'
import { LandingSection } from './landing-section.tsx'

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

export function IntegrationSection() {
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

export function TechnologySection() {
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
