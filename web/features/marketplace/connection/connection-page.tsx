import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { type ConnectionFailure, connectionFailures } from '#contract/marketplace-values.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { NewConnection } from './new-connection.tsx'
import { type ConsentRequest, PendingConsent } from './pending-consent.tsx'

export function ConnectionPage() {
  const [consent, setConsent] = useState<ConsentRequest | null>(null)
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Marketplace Connect"
        subtitle="The Amazon seller accounts that Lockstep works with"
        actions={
          <>
            <Link href="/amazon" className={buttonVariants()}>
              Amazon Integration
            </Link>
            <NewConnection onConsentRequested={setConsent} />
          </>
        }
      />
      <ConnectionBanner />
      {consent && <PendingConsent key={consent.url} consent={consent} onDismiss={() => setConsent(null)} />}
      <AccountsCard />
      <HowToConnect />
    </div>
  )
}

/** Result of the OAuth redirect from Amazon, read from the query parameters `status` and `reason`. */
function ConnectionBanner() {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const status = params.get('status')
  const failure = connectionFailures.find((one) => one === params.get('reason'))

  useEffect(() => {
    if (status === 'success') void queryClient.invalidateQueries({ queryKey: ['marketplace'] })
  }, [status, queryClient])

  function dismiss() {
    const next = new URLSearchParams(window.location.search)
    next.delete('status')
    next.delete('reason')
    setParams(next, { replace: true })
  }

  if (status !== 'success' && status !== 'error') return null
  const action = (
    <Button variant="quiet" size="icon" aria-label="Dismiss" className="-my-2" onClick={dismiss}>
      <X aria-hidden />
    </Button>
  )
  return status === 'success' ? (
    <Alert tone="success" action={action}>
      Successfully connected to Amazon! Your inventory will begin syncing shortly.
    </Alert>
  ) : (
    <Alert tone="danger" action={action}>
      <p>Failed to connect to Amazon. Please try again or contact support.</p>
      {failure && <p>{failureMessages[failure]}</p>}
    </Alert>
  )
}

export const failureMessages: Record<ConnectionFailure, string> = {
  denied: 'Access was denied on Amazon’s page. Nothing was stored.',
  expired:
    'Too much time passed before you came back from Amazon. Nothing was stored; begin with New Connection again.',
  state:
    'This way back from Amazon was used before, or was begun by somebody else or in another company. Nothing was changed.',
  network: 'Amazon couldn’t be reached to finish the connection. Nothing was stored; try again in a few minutes.',
  refused: 'Amazon didn’t accept the authorization. Nothing was stored; begin again.',
  'other-seller':
    'You were signed in at Amazon as another seller than this account’s. Sign in there as the same one, or make a new connection.',
  'signed-out': 'You were signed out of Lockstep while you were at Amazon. Nothing was stored; begin again.',
}

const steps = [
  'Press New Connection, give the account a name and choose the region in which it sells.',
  'Sign in to Seller Central in the tab that opens, as the account’s owner or a user who may authorize apps.',
  'Read what Lockstep asks for and authorize it. Your password stays with Amazon.',
  'You come back here. The account’s marketplaces are filled in and its inventory begins to sync.',
]

function HowToConnect() {
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
