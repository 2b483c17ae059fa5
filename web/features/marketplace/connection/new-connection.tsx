import { useMutation } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type SubmitEvent, useState } from 'react'
import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { observeApi } from '#contract/observe.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser, useSession } from '#web/lib/session.tsx'
import { regionOptions } from '#web/shared/amazon/authorize-account.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useAccounts, useInitiateConnection } from '../accounts-api.ts'
import type { ConsentRequest } from './pending-consent.tsx'

export function NewConnection({ onConsentRequested }: { onConsentRequested: (consent: ConsentRequest) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.initiate.access}
        task={t('connect Amazon accounts')}
        variant="primary"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {t('New Connection')}
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('New Connection')}
        description={t('Amazon’s page opens in a new tab and asks for your consent.')}
      >
        <NewConnectionForm
          onCancel={() => setIsOpen(false)}
          onConsentRequested={(consent) => {
            setIsOpen(false)
            onConsentRequested(consent)
          }}
        />
      </Dialog>
    </>
  )
}

const longestName = 200

type NewConnectionFormProps = { onCancel: () => void; onConsentRequested: (consent: ConsentRequest) => void }

function NewConnectionForm({ onCancel, onConsentRequested }: NewConnectionFormProps) {
  const initiate = useInitiateConnection()
  const [name, setName] = useState('')
  const [region, setRegion] = useState<Region>('us')
  const [country, setCountry] = useState(firstFarEasternMarketplace)
  const isBlank = name.trim() === ''
  const observing = useObserveFirst()

  async function connect(event: SubmitEvent) {
    event.preventDefault()
    if (isBlank || initiate.isPending) return
    const tab = openPendingTab(t('Opening Amazon…'))
    try {
      await observing.startIfChosen()
      const { authorizationUrl: url } = await initiate.mutateAsync({
        integrationName: name,
        region,
        ...(region === 'fe' && { marketplaceId: country }),
      })
      tab?.goTo(url)
      onConsentRequested({ url, isBlocked: tab === null })
    } catch {
      tab?.close()
    }
  }

  return (
    <form noValidate onSubmit={(event) => void connect(event)} className="grid gap-4">
      <Field label={t('Integration name')} hint={t('A name for this account, e.g. your store’s')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Marketplace region')}>
        {(control) => <Select {...control} options={regionOptions} value={region} onValueChange={setRegion} />}
      </Field>
      {region === 'fe' && <CountryField value={country} onValueChange={setCountry} />}
      {observing.choice}
      {(observing.error ?? initiate.error) && (
        <Alert tone="danger" title={t('Failed to initiate connection. Please try again.')}>
          {errorMessage(observing.error ?? initiate.error)}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={isBlank}
          isPending={initiate.isPending || observing.isPending}
        >
          {t('Connect to Amazon')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** With the first account an admin may choose to watch first. The company then observes from before Amazon lets Lockstep in. */
function useObserveFirst() {
  const { role, observingSince } = useCurrentUser()
  const { refresh } = useSession()
  const { data: accounts } = useAccounts()
  const [isChosen, setIsChosen] = useState(false)
  const start = useMutation({
    mutationFn: () => call(observeApi.switchMode, { isObserving: true }),
    onSuccess: () => void refresh(),
  })
  const isOffered = accounts?.length === 0 && observingSince === null && allows(observeApi.switchMode.access, role)
  return {
    error: start.error,
    isPending: start.isPending,
    startIfChosen: async () => void (isOffered && isChosen && (await start.mutateAsync())),
    choice: isOffered && (
      <Checkbox
        label={t('Observe first')}
        hint={t('Runs alongside your current tool: Lockstep makes every decision but sends nothing. Go live anytime.')}
        checked={isChosen}
        onChange={(event) => setIsChosen(event.target.checked)}
      />
    ),
  }
}

const firstFarEasternMarketplace = () => marketplacesOf('fe').find(({ unavailable }) => !unavailable)?.id ?? ''

const countries = marketplacesOf('fe')

const countryOptions = countries.map(({ id, country, unavailable }) => ({
  value: id,
  label: unavailable ? t('{country} (not available)', { country }) : country,
  isDisabled: unavailable !== undefined,
}))

const countryHint = [
  t('Each country in this region has its own Seller Central.'),
  ...countries.flatMap(({ unavailable }) => unavailable ?? []),
].join(' ')

type CountryFieldProps = { value: string; onValueChange: (marketplaceId: string) => void }

/** Only for the region Far East: each of its countries has its own Seller Central and consent page. */
function CountryField({ value, onValueChange }: CountryFieldProps) {
  return (
    <Field label={t('Country')} hint={countryHint}>
      {(control) => <Select {...control} options={countryOptions} value={value} onValueChange={onValueChange} />}
    </Field>
  )
}

/**
 * Opens an empty tab whose URL is set later. It must open inside the click handler, because pop-up blockers block tabs
 * opened after it. Null when the browser blocks it anyway.
 */
function openPendingTab(title: string) {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = title
  return {
    goTo: (url: string) => tab.location.replace(url),
    close: () => tab.close(),
  }
}
