import { render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { FirstRows } from './paged-list.tsx'
import { LoadError } from './query-content.tsx'

const rows = Array.from({ length: 30 }, (_, place) => place)

function countDrawn(areNew: boolean): number[] {
  const drawn: number[] = []
  render(
    <FirstRows rows={rows} areNew={areNew}>
      {(shown) => {
        drawn.push(shown.length)
        return null
      }}
    </FirstRows>,
  )
  return drawn
}

it('renders rows that have just been loaded in two steps, the visible ones first', () => {
  expect([...new Set(countDrawn(true))]).toEqual([12, 30])
})

it('renders cached rows all at once', () => {
  expect([...new Set(countDrawn(false))]).toEqual([30])
})

describe('what could not be loaded', () => {
  function retriesAfter(error: unknown, isRetrying = false): number {
    vi.useFakeTimers()
    const onRetry = vi.fn<() => void>()
    const { unmount } = render(<LoadError what="The list" error={error} isRetrying={isRetrying} onRetry={onRetry} />)
    vi.advanceTimersByTime(7_000)
    expect(onRetry).not.toHaveBeenCalled()
    vi.advanceTimersByTime(6_000)
    unmount()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    return onRetry.mock.calls.length
  }

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a failure of the server', new ApiError(503, 'Service Unavailable', '')],
  ])('loads by itself some seconds after %s', (_name, error) => {
    expect(retriesAfter(error)).toBe(1)
  })

  it('is not asked for again where the answer would be the same, or while it is being loaded', () => {
    expect(retriesAfter(new ApiError(404, 'Not Found', ''))).toBe(0)
    expect(retriesAfter(new TypeError('Failed to fetch'), true)).toBe(0)
  })
})
