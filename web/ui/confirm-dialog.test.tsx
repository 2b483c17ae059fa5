import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

function Sample({ onConfirm, isPending = false }: { onConfirm: () => void; isPending?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this list?"
        confirmLabel="Delete list"
        isPending={isPending}
        onConfirm={onConfirm}
      >
        Its 12 entries are removed.
      </ConfirmDialog>
    </>
  )
}

test('says what will happen and focuses Cancel', async () => {
  const user = userEvent.setup()
  render(<Sample onConfirm={vi.fn<() => void>()} />)
  await user.tab()
  await user.keyboard('[Enter]')
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this list?' })
  expect(dialog).toHaveAccessibleDescription('Its 12 entries are removed.')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('confirms by keyboard', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn<() => void>()
  render(<Sample onConfirm={onConfirm} />)
  await user.tab()
  await user.keyboard('[Enter][Tab][Enter]')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('closes by Escape without confirming and gives the focus back', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn<() => void>()
  render(<Sample onConfirm={onConfirm} />)
  await user.tab()
  await user.keyboard('[Enter][Escape]')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus())
  expect(onConfirm).not.toHaveBeenCalled()
})

test('does not confirm twice while it is pending', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn<() => void>()
  render(<Sample onConfirm={onConfirm} isPending />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Delete list' }))
  expect(onConfirm).not.toHaveBeenCalled()
})
