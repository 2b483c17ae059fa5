import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RouteAnnouncer } from './route-announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => vi.useRealTimers())

const page = (path: string) => (
  <main>
    <h1>{path}</h1>
    <input aria-label="Search" />
    <RouteAnnouncer path={path} title={path} />
  </main>
)

it('moves the focus to the heading of the new screen', () => {
  const { rerender } = render(page('/one'))
  rerender(page('/two'))
  act(() => void vi.runAllTimers())
  expect(screen.getByRole('heading')).toHaveFocus()
})

it('leaves the focus where the person has put it meanwhile', () => {
  const { rerender } = render(page('/one'))
  rerender(page('/two'))
  screen.getByRole('textbox').focus()
  act(() => void vi.runAllTimers())
  expect(screen.getByRole('textbox')).toHaveFocus()
})

it('does not move the focus on the first page', () => {
  render(page('/one'))
  act(() => void vi.runAllTimers())
  expect(document.body).toHaveFocus()
})
