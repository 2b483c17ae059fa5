import { expect, it } from 'vitest'
import { stack } from './stacked-bars.tsx'

it('stacks positive parts upwards and negative parts downwards, and gives missing ones no height', () => {
  expect(stack([3, -2, null, 4, -1])).toEqual([
    { from: 0, to: 3 },
    { from: 0, to: -2 },
    { from: 3, to: 3 },
    { from: 3, to: 7 },
    { from: -2, to: -3 },
  ])
})
