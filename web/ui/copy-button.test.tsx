import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { Toaster } from './toaster.tsx'
import { TooltipProvider } from './tooltip.tsx'

function showCopyButton() {
  const user = userEvent.setup()
  render(
    <TooltipProvider>
      <CopyButton text="PX-1042" label="Copy the code" />
      <Toaster />
    </TooltipProvider>,
  )
  return user
}

test('puts the text on the clipboard and says so', async () => {
  const user = showCopyButton()
  await user.click(screen.getByRole('button', { name: 'Copy the code' }))
  expect(await screen.findByText('Copied')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('PX-1042')
})

test('says what to do where the browser refuses the clipboard', async () => {
  const user = showCopyButton()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copy the code' }))
  expect(await screen.findByText('Not copied')).toBeInTheDocument()
  expect(screen.queryByText('Copied')).not.toBeInTheDocument()
})
