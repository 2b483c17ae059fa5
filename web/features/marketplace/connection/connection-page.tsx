import { useState } from 'react'
import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsCard } from './accounts-card.tsx'
import { AwaitedConsent, type Consent } from './awaited-consent.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { NewConnection } from './new-connection.tsx'

export function ConnectionPage() {
  const [consent, setConsent] = useState<Consent | null>(null)
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
            <NewConnection onConsentAsked={setConsent} />
          </>
        }
      />
      <ConnectionBanner />
      {consent && <AwaitedConsent key={consent.url} consent={consent} onDismiss={() => setConsent(null)} />}
      <AccountsCard />
      <HowToConnect />
    </div>
  )
}
