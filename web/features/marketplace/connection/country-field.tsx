import { marketplacesOf } from '#contract/amazon-marketplaces.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const countries = marketplacesOf('fe')

const countryOptions = countries.map(({ id, country, unavailable }) => ({
  value: id,
  label: unavailable ? `${country} (not available)` : country,
  isDisabled: unavailable !== undefined,
}))

const unavailableReasons = countries.flatMap(({ unavailable }) => unavailable ?? []).join(' ')

type CountryFieldProps = { value: string; onValueChange: (marketplaceId: string) => void }

/** In the Far East each country has a consent page of its own. */
export function CountryField({ value, onValueChange }: CountryFieldProps) {
  return (
    <Field label="Country" hint={`Each country of this region has its own Seller Central. ${unavailableReasons}`}>
      {(control) => <Select {...control} options={countryOptions} value={value} onValueChange={onValueChange} />}
    </Field>
  )
}
