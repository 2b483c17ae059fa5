import { LandingSection } from './landing-section.tsx'

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
