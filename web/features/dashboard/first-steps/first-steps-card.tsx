import type { FirstSteps } from '#contract/dashboard.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { FirstStep } from './first-step.tsx'

/** What an empty company has yet to do; it goes once everything is done. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const done = Object.values(steps).filter(Boolean).length
  const all = Object.keys(steps).length
  return (
    <Card aria-labelledby="first-steps-heading">
      <CardHeader
        id="first-steps-heading"
        title="First steps"
        description="Four things, and orders flow by themselves"
      />
      <CardBody className="border-b">
        <Progress label={`${done} of ${all}`} share={done / all} />
      </CardBody>
      <ol className="divide-y">
        <FirstStep title="Connect Amazon" isDone={steps.amazonConnected} href="/amazon-connection" action="Connect">
          Lockstep reads your stock from Amazon and has Amazon ship your orders.
        </FirstStep>
        <FirstStep title="Add a channel" isDone={steps.channelAdded} href="/channels?create=channel" action="Add">
          Your website or your Meta shop: orders come in from there.
        </FirstStep>
        <FirstStep title="Import products" isDone={steps.productsImported} href="/bulk-upload" action="Import">
          From an Excel sheet; what Amazon knows of yours comes in with the first sync.
        </FirstStep>
        <FirstStep title="First order" isDone={steps.firstOrder}>
          It comes by itself as soon as somebody buys on your channel.
        </FirstStep>
      </ol>
    </Card>
  )
}
