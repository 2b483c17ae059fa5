import { expect, it } from 'vitest'
import { axisTicks } from './plot.ts'

it.each([
  ['round numbers up to the highest', [911, 1525, 12], false, [0, 400, 800, 1200, 1600]],
  ['parts of one where nothing is counted', [0.4, 1], false, [0, 0.25, 0.5, 0.75, 1]],
  ['whole numbers where things are counted', [1, 3], true, [0, 1, 2, 3]],
  ['zero and what lies below it', [-250, 610], false, [-250, 0, 250, 500, 750]],
  ['only what lies below zero', [-8], true, [-8, -6, -4, -2, 0]],
  ['something even where there is nothing', [0, 0], false, [0, 1, 2, 3, 4]],
  ['something even where there are no values', [], true, [0, 1, 2, 3, 4]],
])('names %s', (_what, values, isCounted, ticks) => {
  expect(axisTicks(values, isCounted)).toEqual(ticks)
})
