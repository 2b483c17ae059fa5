import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field, Input } from './field.tsx'

test('announces the error and ties it, with the hint, to the control', () => {
  render(
    <Field label="Email" hint="Used to sign in." error="Enter an address such as ana@example.com.">
      {(control) => <Input {...control} />}
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Used to sign in. Enter an address such as ana@example.com.')
  expect(screen.getByText('Enter an address such as ana@example.com.').parentElement).toHaveAttribute(
    'aria-live',
    'polite',
  )
})

test('is required unless it says that it is optional', () => {
  render(
    <>
      <Field label="Name">{(control) => <Input {...control} />}</Field>
      <Field label="Phone" isOptional>
        {(control) => <Input {...control} />}
      </Field>
    </>,
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeRequired()
  expect(screen.getByRole('textbox', { name: 'Phone (optional)' })).not.toBeRequired()
})
