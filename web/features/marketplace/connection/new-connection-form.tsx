import { type SubmitEvent, useState } from 'react'
import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import type { Region } from '#contract/marketplace-values.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { regionOptions } from '#web/shared/region-options.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useInitiateConnection } from './api.ts'
import type { ConsentRequest } from './awaited-consent.tsx'
import { CountryField } from './country-field.tsx'
import { openPendingTab } from './open-tab-ahead.ts'

const longestName = 200

type NewConnectionFormProps = { onCancel: () => void; onConsentRequested: (consent: ConsentRequest) => void }

export function NewConnectionForm({ onCancel, onConsentRequested }: NewConnectionFormProps) {
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
