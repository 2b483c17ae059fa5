import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'standard', label: 'Standard' },
  { value: 'pallet', label: 'Pallet', isDisabled: true },
  { value: 'large', label: 'Large' },
]

function Size({ isInForm = false }: { isInForm?: boolean }) {
  const [size, setSize] = useState('standard')
  const select = (
    <Field label="Size">
      {(control) => <Select {...control} options={sizes} value={size} onValueChange={setSize} />}
    </Field>
  )
  return isInForm ? <form>{select}</form> : select
}

const box = () => screen.getByRole('combobox', { name: 'Size' })
const option = (name: string) => screen.getByRole('option', { name })

test('opens at the chosen option; keys move past what is disabled, and Enter chooses', async () => {
  const user = userEvent.setup()
  render(<Size />)
  box().focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('listbox', { name: 'Size' })).toBeInTheDocument()
  expect(option('Standard')).toHaveFocus()
  expect(option('Standard')).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowDown}')
  expect(option('Large')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(box()).toHaveTextContent('Large')
  await waitFor(() => expect(box()).toHaveFocus())
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
})

test('letters find an option of the open list', async () => {
  const user = userEvent.setup()
  render(<Size />)
  await user.click(box())
  await user.keyboard('la')
  expect(option('Large')).toHaveFocus()
})

test('letters choose in a closed one of a form, one match after the other; elsewhere they are keys of the page', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<Size isInForm />)
  box().focus()
  await user.keyboard('s')
  expect(box()).toHaveTextContent('Small')
  await user.keyboard('s')
  expect(box()).toHaveTextContent('Standard')
  await user.keyboard('p')
  expect(box()).toHaveTextContent('Standard')
  unmount()

  render(<Size />)
  box().focus()
  await user.keyboard('l')
  expect(box()).toHaveTextContent('Standard')
})

test('opens by a tap, and not by a finger that begins to scroll there', () => {
  render(<Size />)
  fireEvent.pointerDown(box(), { pointerType: 'touch', button: 0 })
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  fireEvent.click(box())
  expect(screen.getByRole('listbox', { name: 'Size' })).toBeInTheDocument()
})

test('Escape closes the list and leaves the dialog around it open', async () => {
  const user = userEvent.setup()
  render(
    <Dialog open onOpenChange={() => undefined} title="Ship">
      <Size />
    </Dialog>,
  )
  await user.click(box())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Ship' })).toBeInTheDocument()
})
