import { useId } from 'react'
import type { ConnectedShop } from '#contract/channel-connect.ts'
import { t } from '#contract/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'

type LocationChoiceProps = {
  locations: ConnectedShop['locations']
  value: string | null
  onChange: (locationId: string) => void
  /** Whether it was left out. */
  isMissing: boolean
}

/** The location of a shop whose stock Lockstep keeps. */
export function LocationChoice({ locations, value, onChange, isMissing }: LocationChoiceProps) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="font-semibold">{t('Location')}</legend>
      <p className="text-sm text-muted">
        {t('Lockstep updates stock at this location. Other locations won’t change.')}
      </p>
      {locations.map((location) => (
        <label
          key={location.id}
          className="flex min-h-10 items-center gap-3 rounded-md px-2 hover:bg-hover has-checked:bg-accent-soft md:min-h-8"
        >
          <input
            type="radio"
            name={name}
            checked={location.id === value}
            onChange={() => onChange(location.id)}
            className="size-4 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{location.name}</span>
        </label>
      ))}
      {isMissing && <Alert tone="danger">{t('Choose a location first.')}</Alert>}
    </fieldset>
  )
}
