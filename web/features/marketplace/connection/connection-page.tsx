import { useState } from 'react'
import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { PendingConsent, type ConsentRequest } from './awaited-consent.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { NewConnection } from './new-connection.tsx'

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
