import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { ErrorBoundary } from './error-boundary.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

function Breakable({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('secret detail')
  return <p>Works</p>
}

it('says plainly that a page broke, and tries again on request', async () => {
  const isBroken = vi.fn<() => boolean>(() => true)
  render(
    <ErrorBoundary resetKey="/a">
      <Breakable isBroken={isBroken} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong on this page' })).toBeInTheDocument()
  expect(screen.queryByText(/secret detail/)).not.toBeInTheDocument()
  isBroken.mockReturnValue(false)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Works')).toBeInTheDocument()
})

it('clears the error with the next navigation', () => {
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Breakable isBroken={() => true} />
    </ErrorBoundary>,
  )
  rerender(
    <ErrorBoundary resetKey="/b">
      <Breakable isBroken={() => false} />
    </ErrorBoundary>,
  )
  expect(screen.getByText('Works')).toBeInTheDocument()
})

it('offers Reload when a lazy chunk can’t be loaded', async () => {
  const Missing = lazyScreen(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <ErrorBoundary resetKey="/a">
      <Suspense>
        <Missing />
      </Suspense>
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeInTheDocument()
})
