import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, dismissToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))

afterEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
  vi.useRealTimers()
})

function show(title: string) {
  act(() => toast({ title, description: `${title} description` }))
}

function passTime(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('shows the title and the description', () => {
  render(<Toaster />)
  show('Company Created')
  expect(screen.getByText('Company Created')).toBeVisible()
  expect(screen.getByText('Company Created description')).toBeVisible()
})

test('shows only the newest toast', () => {
  render(<Toaster />)
  show('First')
  show('Second')
  expect(screen.queryByText('First')).not.toBeInTheDocument()
  expect(screen.getByText('Second')).toBeVisible()
})

test('closes a toast after 5 seconds and not before', () => {
  render(<Toaster />)
  show('Saved')
  passTime(4900)
  expect(screen.getByText('Saved')).toBeVisible()
  passTime(200)
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
})

test('gives the next toast its own 5 seconds', () => {
  render(<Toaster />)
  show('First')
  passTime(4000)
  show('Second')
  passTime(4000)
  expect(screen.getByText('Second')).toBeVisible()
})

test('moves the focus to the toasts by F8 and closes the toast by Escape', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Toaster />)
  show('Saved')
  await user.keyboard('[F8]')
  expect(screen.getByRole('region', { name: /F8/ })).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard('[Tab][Escape]')
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
})

test('keeps a toast with a button for 15 seconds, and closes it once the button is pressed', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const onSelect = vi.fn<() => void>()
  render(<Toaster />)
  act(() => toast({ title: 'SKU mapped', action: { label: 'Undo', onSelect } }))
  passTime(14_000)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByText('SKU mapped')).not.toBeInTheDocument()
})
