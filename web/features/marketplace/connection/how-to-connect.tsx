import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'

const steps = [
  'Press New Connection, give the account a name and choose the region in which it sells.',
  'Sign in to Seller Central in the tab that opens, as the account’s owner or a user who may authorize apps.',
  'Read what Lockstep asks for and authorize it. Your password stays with Amazon.',
  'You come back here. The account’s marketplaces are filled in and its inventory begins to sync.',
]

export function HowToConnect() {
  return (
    <Card aria-labelledby="how-heading">
      <CardHeader id="how-heading" title="How to connect" />
      <CardBody className="grid gap-4">
        <ol className="grid gap-3">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
              >
                {index + 1}
              </span>
              <span className="max-w-prose pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
        <p className="max-w-prose text-sm text-muted">
          One connection covers all marketplaces that the account sells in within its region. Accounts of other regions,
          and other sellers, are connections of their own.
        </p>
      </CardBody>
    </Card>
  )
}
