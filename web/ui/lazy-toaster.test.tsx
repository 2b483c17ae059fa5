import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { LazyToaster } from './lazy-toaster.tsx'
import { currentToast, dismissToast, toast } from './toast.ts'

afterEach(() => {
  const shown = currentToast()
  if (shown) dismissToast(shown.id)
})

const place = () => screen.findByRole('region', { name: /Notifications/ })

test('is not loaded before the first pointer event, and loads with it', async () => {
  render(<LazyToaster />)
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
  await userEvent.click(document.body)
  expect(await place()).toBeInTheDocument()
})

test('loads with the first key as well', async () => {
  render(<LazyToaster />)
  await userEvent.keyboard('a')
  expect(await place()).toBeInTheDocument()
})

test('loads for a toast without any pointer or key event', async () => {
  render(<LazyToaster />)
  act(() => toast({ title: 'Company Created' }))
  expect(await screen.findByText('Company Created')).toBeVisible()
})
