import { QueryContent } from '#web/shared/loaded.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { useFulfillmentHealth } from '../api.ts'
import { AmazonLine } from './amazon-line.tsx'
import { ChannelLines } from './channel-lines.tsx'

export function ChannelStatusCard() {
  const query = useFulfillmentHealth()
  return (
    <Card aria-labelledby="channel-status-heading">
      <CardHeader id="channel-status-heading" title="Channel Status" />
      <QueryContent what="The status of Amazon MCF" query={query} isInCard>
        {(health) => (
          <ul aria-label="Fulfillment" className="border-b">
            <AmazonLine health={health} />
          </ul>
        )}
      </QueryContent>
      <ChannelLines />
    </Card>
  )
}
