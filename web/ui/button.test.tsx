import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { BlockedButton } from './blocked-button.tsx'
import { Button } from './button.tsx'
import { TooltipProvider } from './tooltip.tsx'

test('keeps the focus and submits nothing while it is pending', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn<() => void>()
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isPending>
        Save
      </Button>
    </form>,
  )
  await user.tab()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  await user.keyboard('[Enter]')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('says why it is blocked when it gets the focus', async () => {
  const user = userEvent.setup()
  render(
    <TooltipProvider>
      <BlockedButton reason="Only admins can retry jobs.">Retry</BlockedButton>
    </TooltipProvider>,
  )
  await user.tab()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Only admins can retry jobs.')
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('aria-disabled', 'true')
})

test('says why it is blocked when it is tapped, where nothing can hover', async () => {
  const user = userEvent.setup()
  render(
    <TooltipProvider>
      <BlockedButton reason="Only admins can retry jobs.">Retry</BlockedButton>
    </TooltipProvider>,
  )
  await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Retry' }) })
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Only admins can retry jobs.')
})
