import Store from 'lucide-react/icons/store'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useIntegration } from '../api.ts'
import { AmazonIntegrationFacts } from './amazon-integration-facts.tsx'
import { ConnectAmazon } from './connect-amazon.tsx'

export function IntegrationsTab() {
  const { data: integration, error, isFetching, refetch } = useIntegration()
  return (
    <section aria-labelledby="amazon-heading" className="grid gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border bg-sunken text-muted">
            <Store aria-hidden className="size-5" />
          </span>
          <div>
            <h2 id="amazon-heading" className="text-lg font-semibold">
              Amazon Selling Partner API
            </h2>
            <p className="text-sm text-muted">Stock, catalog and fulfillment of your seller account</p>
          </div>
        </div>
        {integration !== undefined && <ConnectAmazon integration={integration} />}
      </div>
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
    </section>
  )
}
