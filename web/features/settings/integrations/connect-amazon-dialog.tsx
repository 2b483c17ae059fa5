import { zodResolver } from '@hookform/resolvers/zod'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AmazonMarketplace, marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { type AmazonIntegration, marketplacesProblem, StoreDetails } from '#contract/marketplace.ts'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { regionOptions } from '#web/shared/amazon/authorize-account.tsx'
import { SelectField } from '#web/shared/form-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useSaveIntegration } from './api.ts'

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
          isExistingStore={integration !== null}
          onNext={goToMarketplaces}
          onCancel={onClose}
        />
      ) : (
        <MarketplacesStep
          region={details.region}
          chosen={marketplaces}
          onChosenChange={setMarketplaces}
          isPending={save.isPending}
          serverError={save.error}
          onBack={() => setStep('credentials')}
          onCancel={onClose}
          onSave={() => save.mutate({ ...details, marketplaces: [...marketplaces] }, { onSuccess: onClose })}
        />
      )}
    </Dialog>
  )
}

const toStoreDetails = ({ name, sellerId, region }: AmazonIntegration): StoreDetails => ({ name, sellerId, region })

type StoreDetailsStepProps = {
  details: StoreDetails
  isExistingStore: boolean
  onNext: (details: StoreDetails) => void
  onCancel: () => void
}

function StoreDetailsStep({ details, isExistingStore, onNext, onCancel }: StoreDetailsStepProps) {
  const form = useForm({ resolver: zodResolver(StoreDetails), defaultValues: details })
  const { errors } = form.formState
  const submit = form.handleSubmit(onNext)

  return (
    <form noValidate aria-labelledby="store-heading" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h3 id="store-heading" className="text-lg font-semibold">
        Store Details
      </h3>
      <Field label="Store name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field
        label="Seller ID"
        hint={
          isExistingStore
            ? 'Another seller ID or region adds a second account; this one stays.'
            : 'Seller Central shows it under Account Info, as Merchant Token.'
        }
        error={errors.sellerId?.message}
      >
        {(control) => <Input {...control} {...form.register('sellerId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <SelectField control={form.control} name="region" label="Primary region" options={regionOptions} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Next: Authorize
        </Button>
      </DialogActions>
    </form>
  )
}

type MarketplacesStepProps = {
  region: Region
  chosen: readonly string[]
  onChosenChange: (chosen: readonly string[]) => void
  isPending: boolean
  serverError: unknown
  onBack: () => void
  onCancel: () => void
  onSave: () => void
}

function MarketplacesStep({ region, chosen, onChosenChange, ...props }: MarketplacesStepProps) {
  const { isPending, serverError, onBack, onCancel, onSave } = props
  const problem = marketplacesProblem(chosen, region)
  const unavailableReasons = marketplacesOf(region).flatMap(({ unavailable }) => unavailable ?? [])
  const toggle = (id: string) =>
    onChosenChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-lg font-semibold">Select Marketplaces</legend>
        <div className="grid grid-cols-2 gap-2">
          {marketplacesOf(region).map((marketplace) => (
            <MarketplaceToggle
              key={marketplace.id}
              marketplace={marketplace}
              isChosen={chosen.includes(marketplace.id)}
              onToggle={() => toggle(marketplace.id)}
            />
          ))}
        </div>
        <p className="text-sm text-muted">
          {[
            'Amazon decides in which of them the account sells: those are used once it is authorized.',
            ...unavailableReasons,
          ].join(' ')}
        </p>
      </fieldset>
      {problem && <Alert tone="warning">{problem}</Alert>}
      <ServerErrorAlert error={serverError} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={problem !== null} isPending={isPending} onClick={onSave}>
          {isPending ? 'Connecting...' : 'Complete Setup'}
        </Button>
      </DialogActions>
    </div>
  )
}

type MarketplaceToggleProps = { marketplace: AmazonMarketplace; isChosen: boolean; onToggle: () => void }

function MarketplaceToggle({ marketplace, isChosen, onToggle }: MarketplaceToggleProps) {
  const { country, unavailable } = marketplace
  if (unavailable) return <BlockedButton reason={unavailable}>{country}</BlockedButton>
  return (
    <Button variant={isChosen ? 'primary' : 'secondary'} aria-pressed={isChosen} onClick={onToggle}>
      {isChosen && <Check aria-hidden />}
      {country}
    </Button>
  )
}
