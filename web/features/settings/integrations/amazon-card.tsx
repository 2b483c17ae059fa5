import Store from 'lucide-react/icons/store'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useIntegration } from '../api.ts'
import { AmazonIntegrationFacts } from './amazon-integration-facts.tsx'
import { ConnectAmazon } from './connect-amazon.tsx'
import { IntegrationCard } from './integration-card.tsx'

export function AmazonCard() {
  const { data: integration, error, isFetching, refetch } = useIntegration()
  return (
    <IntegrationCard
      icon={Store}
      title="Amazon Selling Partner API"
      description="Stock, catalog and fulfillment of your seller account"
      action={integration !== undefined && <ConnectAmazon integration={integration} />}
    >
      {error && (
        <FailedToLoad
          what="The Amazon integration"
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {integration === undefined && !error && <Spinner />}
      {integration === null && (
        <p className="max-w-prose text-muted">
          No Amazon account is connected. Connect your seller account, and Lockstep keeps your stock in step with what
          Amazon’s warehouses hold.
        </p>
      )}
      {integration && <AmazonIntegrationFacts integration={integration} />}
    </IntegrationCard>
  )
}
