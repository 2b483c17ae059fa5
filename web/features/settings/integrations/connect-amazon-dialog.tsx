import { zodResolver } from '@hookform/resolvers/zod'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AmazonMarketplace, marketplacesOf } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { type AmazonIntegration, marketplacesProblem, StoreDetails } from '#contract/marketplace.ts'
import { DraftNotice, useDraft, useFormDraft } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { regionOptions } from '#web/shared/amazon/authorize-account.tsx'
import { SelectField } from '#web/shared/form-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useSaveIntegration } from './api.ts'

const newStore: StoreDetails = { name: t('My Amazon Store'), sellerId: '', region: 'us' }

type ConnectAmazonDialogProps = { integration: AmazonIntegration | null; onClose: () => void }

export function ConnectAmazonDialog({ integration, onClose }: ConnectAmazonDialogProps) {
  const [step, setStep] = useState<'credentials' | 'marketplaces'>('credentials')
  const [details, setDetails] = useState(integration ? toStoreDetails(integration) : newStore)
  const [marketplaces, setMarketplaces] = useState<readonly string[]>(integration?.marketplaces ?? [])
  const [isBack, setIsBack] = useState(false)
  const draft = `amazon store ${integration?.id ?? 'new'}`
  const { drop } = useDraft(draft)
  const save = useSaveIntegration()

  function goToMarketplaces(next: StoreDetails) {
    save.reset()
    setDetails(next)
    setMarketplaces(marketplaces.filter((id) => marketplacesProblem([id], next.region) === null))
    setStep('marketplaces')
  }

  function goBack() {
    setIsBack(true)
    setStep('credentials')
  }

  function finish() {
    drop()
    onClose()
  }

  return (
    <FormDialog
      title={integration ? t('Reconfigure Amazon Account') : t('Connect Amazon Account')}
      description={step === 'credentials' ? t('Step 1 of 2') : t('Step 2 of 2')}
      draft={draft}
      onClose={onClose}
    >
      {(dialog) =>
        step === 'credentials' ? (
          <StoreDetailsStep
            details={details}
            isExistingStore={integration !== null}
            isBack={isBack}
            dialog={dialog}
            onNext={goToMarketplaces}
          />
        ) : (
          <MarketplacesStep
            region={details.region}
            chosen={marketplaces}
            onChosenChange={setMarketplaces}
            isPending={save.isPending}
            serverError={save.error}
            onBack={goBack}
            onCancel={dialog.leave}
            onSave={() => save.mutate({ ...details, marketplaces: [...marketplaces] }, { onSuccess: finish })}
          />
        )
      }
    </FormDialog>
  )
}

const toStoreDetails = ({ name, sellerId, region }: AmazonIntegration): StoreDetails => ({ name, sellerId, region })

type StoreDetailsStepProps = {
  details: StoreDetails
  isExistingStore: boolean
  /** Back from the second step: what was typed is in the fields already. */
  isBack: boolean
  dialog: FormDialogControl
  onNext: (details: StoreDetails) => void
}

function StoreDetailsStep({ details, isExistingStore, isBack, dialog, onNext }: StoreDetailsStepProps) {
  const { onDirtyChange, leave } = dialog
  const form = useForm({ resolver: zodResolver(StoreDetails), defaultValues: details })
  const { errors, isDirty } = form.formState
  const draft = useFormDraft(form, isBack ? null : dialog.draft)

  useEffect(() => {
    if (isDirty) onDirtyChange(true)
  }, [isDirty, onDirtyChange])

  const submit = form.handleSubmit(onNext)

  return (
    <form noValidate aria-labelledby="store-heading" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h3 id="store-heading" className="text-lg font-semibold">
        {t('Store Details')}
      </h3>
      <DraftNotice draft={draft} />
      <Field label={t('Store name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field
        label={t('Seller ID')}
        hint={
          isExistingStore
            ? t('A different seller ID or region adds a second account and keeps this one.')
            : t('In Seller Central: Account Info, Merchant Token.')
        }
        error={errors.sellerId?.message}
      >
        {(control) => <Input {...control} {...form.register('sellerId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <SelectField control={form.control} name="region" label={t('Primary region')} options={regionOptions} />
      <DialogActions>
        <Button onClick={leave}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Next: Authorize')}
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
        <legend className="mb-3 text-lg font-semibold">{t('Select Marketplaces')}</legend>
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
          {[t('Once authorized, Lockstep uses the marketplaces your account can sell in.'), ...unavailableReasons].join(
            ' ',
          )}
        </p>
      </fieldset>
      {problem && <Alert tone="warning">{problem}</Alert>}
      <ServerErrorAlert error={serverError} />
      <DialogActions>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button variant="primary" disabled={problem !== null} isPending={isPending} onClick={onSave}>
          {isPending ? t('Connecting...') : t('Complete Setup')}
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
