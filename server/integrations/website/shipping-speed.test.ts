import { expect, it } from 'vitest'
import { speedOf } from './platform-order.ts'

it.each([
  ['Overnight', 'priority'],
  ['FedEx Standard Overnight', 'priority'],
  ['UPS Next Day Air Saver', 'priority'],
  ['next_day', 'priority'],
  ['Priority', 'priority'],
  ['USPS Priority Mail', 'expedited'],
  ['DHL Express', 'expedited'],
  ['2-Day Shipping', 'expedited'],
  ['Expedited', 'expedited'],
  ['Standard', 'standard'],
  ['UPS Ground', 'standard'],
  ['Flat rate', null],
  ['Free shipping', null],
  ['', null],
  [null, null],
])('the shipping method %j is %s', (name, speed) => {
  expect(speedOf([name])).toBe(speed)
})

it('the fastest of several methods counts', () => {
  expect(speedOf(['Standard', undefined, 'Express'])).toBe('expedited')
})
