import { expect, it } from 'vitest'
import { readLength, readWeight } from './catalog-facts.ts'
import { addMoney, readMoney } from './amazon-values.ts'
import { readTrackingEvent } from './fulfillment-snapshot.ts'

it.each([
  ['30', '30.00'],
  ['30.0', '30.00'],
  ['0.1', '0.10'],
  ['12.344999', '12.34'],
  ['12.345', '12.35'],
  ['0.005', '0.01'],
  ['-4.5', '-4.50'],
  ['99999999.99', '99999999.99'],
])('the amount %s is read as %s', (value, amount) => {
  expect(readMoney({ currencyCode: 'USD', value })).toEqual({ currency: 'USD', amount })
  expect(readMoney({ currencyCode: 'USD', amount: value })).toEqual({ currency: 'USD', amount })
})

it('money is added without losing a cent, and only in one currency', () => {
  const usd = (value: string) => ({ currencyCode: 'USD', value })
  expect(addMoney([usd('0.1'), usd('0.2'), usd('6.99')])).toEqual({ currency: 'USD', amount: '7.29' })
  expect(addMoney([usd('1'), { currencyCode: 'CAD', value: '1' }])).toBeNull()
  expect(addMoney([])).toBeNull()
})

it.each([
  [1.5, 'pounds', { value: 1.5, unit: 'pounds' }],
  ['2.25', 'LB', { value: 2.25, unit: 'pounds' }],
  [250, 'hundredths_pounds', { value: 2.5, unit: 'pounds' }],
  [700, 'grams', { value: 700, unit: 'grams' }],
  [1200, 'milligrams', { value: 1.2, unit: 'grams' }],
  ['3', 'KILOGRAMS', { value: 3, unit: 'kilograms' }],
  [3, 'stones', null],
  ['heavy', 'pounds', null],
])('a weight in %s %s is converted', (value, unit, weight) => {
  expect(readWeight(value, unit)).toEqual(weight)
})

it.each([
  [9.5, 'inches', { value: 9.5, unit: 'inches' }],
  [2, 'feet', { value: 24, unit: 'inches' }],
  [123, 'millimeters', { value: 12.3, unit: 'centimeters' }],
  [0.4, 'Meters', { value: 40, unit: 'centimeters' }],
  [1, 'parsecs', null],
])('a length in %s %s is converted', (value, unit, length) => {
  expect(readLength(value, unit)).toEqual(length)
})

it('a tracking event has its place and time as far as they are known', () => {
  const eventDate = new Date('2026-11-04T07:00:00Z')
  const event = { eventDate, eventCode: 'EVENT_999', eventDescription: 'Weighed' }
  const eventAddress = { city: 'Kent', state: '', country: 'US' }
  expect(readTrackingEvent({ ...event, eventAddress })).toEqual({
    type: 'EVENT_999',
    description: 'Weighed',
    location: 'Kent, US',
    at: eventDate,
  })
  expect(readTrackingEvent({ ...event, eventAddress: null }).location).toBeNull()
})
