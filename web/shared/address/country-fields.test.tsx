import { screen } from '@testing-library/react'
import { useForm, useWatch } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { renderPiece } from '#web/testing/render.tsx'
import { CountryFields } from './country-fields.tsx'

type Values = { country: string; state: string }

function Form(stored: Values) {
  const { control } = useForm({ defaultValues: stored })
  return (
    <>
      <CountryFields control={control} country="country" state="state" />
      <output>{Object.values(useWatch({ control })).join('|')}</output>
    </>
  )
}

const open = (country: string, state: string) => renderPiece(<Form country={country} state={state} />)
const values = () => screen.getByRole('status').textContent
const box = (name: RegExp) => screen.getByRole('combobox', { name })

describe('country and state', () => {
  it('are chosen by typing, the named one before those that only contain the text', async () => {
    const user = await open('', '')
    await user.type(box(/Country/), 'us{Enter}')
    await user.type(box(/State/), 'ca{Enter}')
    expect(values()).toBe('US|CA')
    expect(box(/State/)).toHaveValue('California')
  })

  it('are chosen by leaving the box, when only one fits', async () => {
    const user = await open('US', '')
    await user.type(box(/State/), 'washing')
    await user.tab()
    expect(values()).toBe('US|WA')
    await user.type(box(/State/), 'nor')
    await user.tab()
    expect(values()).toBe('US|WA')
  })

  it.each([
    ['US', 'Washington', 'Washington'],
    ['JP', 'JP13', 'Tokyo'],
    ['US', 'Ontario', 'Ontario'],
  ])('keep a stored value in %s: %s', async (country, state, shown) => {
    await open(country, state)
    expect(box(/State/)).toHaveValue(shown)
    expect(values()).toBe(`${country}|${state}`)
  })

  it('forget the state with the country it belongs to, and take any text where Lockstep knows no states', async () => {
    const user = await open('US', 'WA')
    await user.type(box(/Country/), 'germ{Enter}')
    expect(values()).toBe('DE|')
    await user.type(screen.getByRole('textbox', { name: 'State (optional)' }), 'Bayern')
    expect(values()).toBe('DE|Bayern')
  })
})
