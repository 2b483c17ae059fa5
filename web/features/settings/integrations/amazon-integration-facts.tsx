import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { amazonConnectionPath, type AmazonIntegration } from '#contract/marketplace.ts'
import { AuthorizationAlert } from '#web/shared/authorization-obstacle.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'

export function AmazonIntegrationFacts({ integration }: { integration: AmazonIntegration }) {
  const { name, region, marketplaces, lastSyncedAt, isActive } = integration
  return (
    <>
      <AuthorizationAlert account={integration} variant="primary" />
      <dl className="grid gap-x-6 gap-y-3 border-t pt-4 sm:grid-cols-2 lg:grid-cols-5">
        <Fact label="Status">
          {isActive ? <Badge tone="success">Connected</Badge> : <Badge tone="warning">Not connected</Badge>}
        </Fact>
        <Fact label="Store">{name}</Fact>
        <Fact label="Region">{region.toUpperCase()}</Fact>
        <Fact label="Marketplaces">{marketplaces.map(marketplaceName).join(', ') || '—'}</Fact>
        <Fact label="Last synced">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
      </dl>
      <p className="text-sm text-muted">
        All accounts stand under{' '}
        <Link href={amazonConnectionPath} className="text-accent underline underline-offset-2">
          Marketplace Connect
        </Link>
        , what their syncs brought under{' '}
        <Link href="/amazon" className="text-accent underline underline-offset-2">
          Amazon Integration
        </Link>
        .
      </p>
    </>
  )
}
