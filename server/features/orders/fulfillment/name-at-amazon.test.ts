import { expect, it } from 'vitest'
import { nameAtAmazon } from './name-at-amazon.ts'

const order = { channelId: '019a8a00-0000-7000-8000-000000000001', externalOrderId: '1001' }

it('is the same for the same order, now and in other releases', () => {
  expect(nameAtAmazon(order, 1)).toBe('LS-QXN820NAQQHH-1')
})

it('differs by order, channel and attempt, and fits', () => {
  const others = [
    nameAtAmazon({ ...order, externalOrderId: '1002' }, 1),
    nameAtAmazon({ ...order, channelId: null }, 1),
    nameAtAmazon(order, 2),
  ]
  expect(new Set([...others, nameAtAmazon(order, 1)]).size).toBe(4)
  for (const name of others) expect(name).toMatch(/^LS-[0-9A-HJKMNP-TV-Z]{12}-[12]$/)
  expect(nameAtAmazon(order, 9_999_999).length).toBeLessThanOrEqual(40)
})
