import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useFulfillmentHealth } from '../api.ts'
import { AmazonLine } from './amazon-line.tsx'
import { ChannelLines } from './channel-lines.tsx'

export function ChannelStatusCard() {
  const { data: health, error, isFetching, refetch } = useFulfillmentHealth()
  return (
    <Card aria-labelledby="channel-status-heading">
      <CardHeader id="channel-status-heading" title="Channel Status" />
      {error && (
        <CardBody>
          <FailedToLoad
            what="How Amazon MCF stands"
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </CardBody>
      )}
      {!health && !error && <Spinner />}
      {health && (
        <ul aria-label="Fulfillment" className="border-b">
          <AmazonLine health={health} />
        </ul>
      )}
      <ChannelLines />
    </Card>
  )
}
