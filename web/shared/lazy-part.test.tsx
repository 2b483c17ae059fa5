import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, Suspense, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

/** Fails to load the first time. */
function fetchedAtLast<Props extends object>(part: ComponentType<Props>) {
  return vi
    .fn<() => Promise<ComponentType<Props>>>(() => Promise.resolve(part))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
}

it('closes an overlay that couldn’t be loaded, says why, and leaves the page as it is', async () => {
  const Dialog = lazyPart(
    fetchedAtLast(({ onClose }: { onClose: () => void }) => <button onClick={onClose}>Done</button>),
  )
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <input aria-label="Note" />
        <button onClick={() => setIsOpen(true)}>Open</button>
        <Suspense>{isOpen && <Dialog onClose={() => setIsOpen(false)} />}</Suspense>
        <LazyToaster />
      </>
    )
  }
  render(<Page />)
  await userEvent.type(screen.getByLabelText('Note'), 'Half a sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('That couldn’t be opened')).toBeInTheDocument()
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sentence')

  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('button', { name: 'Done' })).toBeInTheDocument()
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sentence')
})

it('shows a frame at once while the code of an overlay is on its way, which Escape closes', async () => {
  const Dialog = lazyPart<{ onClose: () => void }>(() => new Promise(() => undefined))
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button onClick={() => setIsOpen(true)}>Open</button>
        {isOpen && <Dialog onClose={() => setIsOpen(false)} />}
      </>
    )
  }
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  // The second half of a double click lands outside of the frame.
  fireEvent.pointerDown(document.querySelector('.bg-scrim') ?? document.body)
  expect(screen.getByRole('status')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('renders without a frame what has been loaded ahead', async () => {
  const Dialog = lazyPart<{ onClose: () => void }>(() => Promise.resolve(() => <p>Ready</p>))
  Dialog.preload()
  await Promise.resolve()
  render(<Dialog onClose={() => undefined} />)
  expect(screen.getByText('Ready')).toBeInTheDocument()
})

it('loads again when an overlay that stays mounted is opened again', async () => {
  type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void }
  const Sheet = lazyPart(fetchedAtLast(({ open }: SheetProps) => open && <p>Menu</p>))
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          Open menu
        </button>
        <Suspense>
          <Sheet open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
        <LazyToaster />
      </>
    )
  }
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open menu' })
  await userEvent.click(opener)
  expect(await screen.findByText('That couldn’t be opened')).toBeInTheDocument()
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(opener)
  expect(await screen.findByText('Menu')).toBeInTheDocument()
})

it('offers another try in the place of an inline part', async () => {
  const Tab = lazyPart(fetchedAtLast(() => <p>Users of the company</p>))
  render(
    <>
      <input aria-label="Note" />
      <Suspense>
        <Tab />
      </Suspense>
    </>,
  )
  expect(await screen.findByText('This part of the page couldn’t be loaded')).toBeInTheDocument()
  expect(screen.getByLabelText('Note')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Users of the company')).toBeInTheDocument()
})

it('leaves an error inside the part to the error boundary of the page', async () => {
  const Broken = lazyPart<object>(() =>
    Promise.resolve(() => {
      throw new Error('secret detail')
    }),
  )
  render(
    <ErrorBoundary resetKey="/a">
      <Suspense>
        <Broken />
      </Suspense>
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('heading', { name: 'Something went wrong on this page' })).toBeInTheDocument()
})
