import Store from 'lucide-react/icons/store'
import { QueryContent } from '#web/shared/loaded.tsx'
import { useIntegration } from './amazon-api.ts'
import { AmazonIntegrationFacts } from './amazon-integration-facts.tsx'
import { ConnectAmazon } from './connect-amazon.tsx'
import { IntegrationCard } from './integration-card.tsx'

export function AmazonCard() {
  const query = useIntegration()
  return (
    <IntegrationCard
      icon={Store}
      title="Amazon Selling Partner API"
      description="Stock, catalog and fulfillment of your seller account"
      action={query.data !== undefined && <ConnectAmazon integration={query.data} />}
    >
      <QueryContent what="The Amazon integration" query={query}>
        {(integration) =>
          integration ? (
            <AmazonIntegrationFacts integration={integration} />
          ) : (
            <p className="max-w-prose text-muted">
              No Amazon account is connected. Connect your seller account, and Lockstep keeps your stock in step with
              what Amazon’s warehouses hold.
            </p>
          )
        }
      </QueryContent>
    </IntegrationCard>
  )
}
