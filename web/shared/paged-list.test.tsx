import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FirstRows } from './paged-list.tsx'

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
