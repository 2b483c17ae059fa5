import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ComingTime, RelativeTime, TimeZone } from './relative-time.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['2026-11-15T11:59:40Z', 'less than a minute ago'],
  ['2026-11-15T11:55:00Z', '5 minutes ago'],
  ['2026-11-15T11:00:20Z', '1 hour ago'],
  ['2026-11-15T09:00:00Z', '3 hours ago'],
  ['2026-11-14T12:10:00Z', '1 day ago'],
  ['2026-11-01T12:00:00Z', '14 days ago'],
  ['2026-09-01T12:00:00Z', '3 months ago'],
  ['2025-11-14T12:00:00Z', '1 year ago'],
  ['2024-11-10T12:00:00Z', '2 years ago'],
  ['2026-11-16T13:10:00Z', 'in 1 day'],
])('says of %s: %s', (moment, words) => {
  render(<RelativeTime moment={moment} />)
  expect(screen.getByText(words)).toHaveAttribute('datetime', moment)
})

it('has the exact time in the company’s time zone on hover', () => {
  render(
    <TimeZone value="America/Los_Angeles">
      <RelativeTime moment="2026-11-15T11:55:07Z" />
    </TimeZone>,
  )
  expect(screen.getByText('5 minutes ago').title).toBe('Nov 15, 2026, 3:55:07 AM PST')
})

it('stays true while the page is open', async () => {
  render(<RelativeTime moment="2026-11-15T11:55:00Z" />)
  await act(async () => vi.advanceTimersByTime(120_000))
  expect(screen.getByText('7 minutes ago')).toBeInTheDocument()
})

it.each([
  ['2026-11-15T17:10:00Z', 'in 5 hours'],
  ['2026-11-15T12:01:00Z', 'in 1 minute'],
  ['2026-11-15T12:00:40Z', 'any moment now'],
  ['2026-11-15T11:00:00Z', 'any moment now'],
])('says of %s, while it is yet to come: %s', (moment, words) => {
  render(<ComingTime moment={moment} />)
  expect(screen.getByText(words)).toHaveAttribute('datetime', moment)
})
