import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { needsState } from '#contract/addresses.ts'
import { findCountry, findState, listCountries, statesOf } from '#contract/country-states.ts'
import { t } from '#contract/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field, Input } from '#web/ui/field.tsx'

type CountryFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  /** Names of the form's fields. */
  country: FieldPathByValue<Values, string>
  state: FieldPathByValue<Values, string>
  /** Where an address may be left out altogether. */
  isOptional?: boolean
}

/**
 * Country and state of an address, for a grid: the country is chosen, and so is the state where Lockstep knows the
 * country's states. A stored value that fits none of them is shown as it is, until another one is chosen.
 */
export function CountryFields<Values extends FieldValues, Output>(props: CountryFieldsProps<Values, Output>) {
  const { control, isOptional = false } = props
  const country = useController({ control, name: props.country })
  const state = useController({ control, name: props.state })
  const code = toCountryCode(country.field.value)

  function chooseCountry(next: string) {
    country.field.onChange(next)
    // A state of one country is none of another.
    if (next !== code && statesOf(code).length > 0) state.field.onChange('')
  }

  return (
    <>
      <Field label={t('Country')} isOptional={isOptional} error={country.fieldState.error?.message}>
        {(described) => (
          <Combobox
            {...described}
            ref={country.field.ref}
            options={countryOptions()}
            value={code}
            onValueChange={chooseCountry}
            onBlur={country.field.onBlur}
          />
        )}
      </Field>
      <Field label={t('State')} isOptional={isOptional || !needsState(code)} error={state.fieldState.error?.message}>
        {(described) =>
          statesOf(code).length > 0 ? (
            <Combobox
              {...described}
              ref={state.field.ref}
              options={stateOptions(code)}
              value={findState(code, state.field.value)?.code ?? state.field.value}
              onValueChange={state.field.onChange}
              onBlur={state.field.onBlur}
            />
          ) : (
            <Input {...described} {...state.field} autoComplete="off" />
          )
        }
      </Field>
    </>
  )
}

const toCountryCode = (text: string): string => findCountry(text)?.code ?? text.trim().toUpperCase()

const countryOptions = () =>
  listCountries().map(({ code, name, otherNames }) => ({ value: code, label: name, otherNames }))

function stateOptions(country: string) {
  const options = statesOf(country).map(({ code, name }) => ({ value: code, label: name }))
  return needsState(country) ? options : [{ value: '', label: t('None') }, ...options]
}
