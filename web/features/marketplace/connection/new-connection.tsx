import Plus from 'lucide-react/icons/plus'
import { type SubmitEvent, useState } from 'react'
import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { regionOptions } from '#web/shared/amazon/authorize-account.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useInitiateConnection } from '../accounts-api.ts'
import type { ConsentRequest } from './pending-consent.tsx'

export function NewConnection({ onConsentRequested }: { onConsentRequested: (consent: ConsentRequest) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.initiate.access}
        task="connect Amazon accounts"
        variant="primary"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        New Connection
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="New Connection"
        description="Amazon’s own page opens in a new tab and asks for your consent."
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

  async function connect(event: SubmitEvent) {
    event.preventDefault()
    if (isBlank || initiate.isPending) return
    const tab = openPendingTab('Opening Amazon…')
    try {
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
      <Field label="Integration name" hint="How the account is called here, such as the name of your store.">
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
      <Field label="Marketplace region">
        {(control) => <Select {...control} options={regionOptions} value={region} onValueChange={setRegion} />}
      </Field>
      {region === 'fe' && <CountryField value={country} onValueChange={setCountry} />}
      {initiate.error && (
        <Alert tone="danger" title="Failed to initiate connection. Please try again.">
          {errorMessage(initiate.error)}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBlank} isPending={initiate.isPending}>
          Connect to Amazon
        </Button>
      </DialogActions>
    </form>
  )
}

const firstFarEasternMarketplace = () => marketplacesOf('fe').find(({ unavailable }) => !unavailable)?.id ?? ''

const countries = marketplacesOf('fe')

const countryOptions = countries.map(({ id, country, unavailable }) => ({
  value: id,
  label: unavailable ? `${country} (not available)` : country,
  isDisabled: unavailable !== undefined,
}))

const unavailableReasons = countries.flatMap(({ unavailable }) => unavailable ?? []).join(' ')

type CountryFieldProps = { value: string; onValueChange: (marketplaceId: string) => void }

/** Only for the region Far East: each of its countries has its own Seller Central and consent page. */
function CountryField({ value, onValueChange }: CountryFieldProps) {
  return (
    <Field label="Country" hint={`Each country of this region has its own Seller Central. ${unavailableReasons}`}>
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
