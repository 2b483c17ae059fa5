import { useState } from 'react'
import { marketplacesProblem, type AmazonIntegration, type StoreDetails } from '#contract/marketplace.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useSaveIntegration } from './amazon-api.ts'
import { MarketplacesStep } from './marketplaces-step.tsx'
import { StoreDetailsStep } from './store-details-step.tsx'

const newStore: StoreDetails = { name: 'My Amazon Store', sellerId: '', region: 'us' }

type ConnectAmazonDialogProps = { integration: AmazonIntegration | null; onClose: () => void }

export function ConnectAmazonDialog({ integration, onClose }: ConnectAmazonDialogProps) {
  const [step, setStep] = useState<'credentials' | 'marketplaces'>('credentials')
  const [details, setDetails] = useState(integration ? toStoreDetails(integration) : newStore)
  const [marketplaces, setMarketplaces] = useState<readonly string[]>(integration?.marketplaces ?? [])
  const save = useSaveIntegration()

  function goToMarketplaces(next: StoreDetails) {
    save.reset()
    setDetails(next)
    setMarketplaces(marketplaces.filter((id) => marketplacesProblem([id], next.region) === null))
    setStep('marketplaces')
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={integration ? 'Reconfigure Amazon Account' : 'Connect Amazon Account'}
      description={step === 'credentials' ? 'Step 1 of 2' : 'Step 2 of 2'}
    >
      {step === 'credentials' ? (
        <StoreDetailsStep
          details={details}
          isKnownStore={integration !== null}
          onNext={goToMarketplaces}
          onCancel={onClose}
        />
      ) : (
        <MarketplacesStep
          region={details.region}
          chosen={marketplaces}
          onChosenChange={setMarketplaces}
          isPending={save.isPending}
          refusal={save.error}
          onBack={() => setStep('credentials')}
          onCancel={onClose}
          onSave={() => save.mutate({ ...details, marketplaces: [...marketplaces] }, { onSuccess: onClose })}
        />
      )}
    </Dialog>
  )
}

const toStoreDetails = ({ name, sellerId, region }: AmazonIntegration): StoreDetails => ({ name, sellerId, region })
