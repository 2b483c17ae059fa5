import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { FirstSteps } from '#contract/dashboard.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'

/** Checklist for a new company. It disappears once every step is done. */
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

type FirstStepProps = { title: string; isDone: boolean; children: ReactNode } & (
  | { href: string; action: string }
  | { href?: never; action?: never }
)

function FirstStep({ title, isDone, href, action, children }: FirstStepProps) {
  const { role } = useCurrentUser()
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-5">
      <Icon aria-hidden className={isDone ? 'size-5 shrink-0 text-success' : 'size-5 shrink-0 text-muted'} />
      <div className="min-w-48 flex-1">
        <p className="font-medium">
          {title}
          <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
        </p>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {href && !isDone && allows('ops', role) && (
        <Link href={href} aria-label={title} className={buttonVariants({ size: 'small' })}>
          {action}
        </Link>
      )}
    </li>
  )
}
