import { expect, it } from 'vitest'
import { destination, question, submission } from '../fixtures/fulfillment-fixture.ts'
import { toNewOrder, toPreviewQuestion } from './fulfillment-order.ts'

const addressOf = (changes: Partial<typeof destination>) =>
  toNewOrder(submission('X-1', { destination: { ...destination, ...changes } })).destinationAddress

it('an order is FillOrKill and omits absent fields', () => {
  expect(toNewOrder(submission('ORD-1042-1'))).toEqual({
    marketplaceId: 'ATVPDKIKX0DER',
    sellerFulfillmentOrderId: 'ORD-1042-1',
    displayableOrderId: 'ORD-1042',
    displayableOrderDate: '2026-11-03T12:00:00.000Z',
    displayableOrderComment: 'Thank you for your order.',
    shippingSpeedCategory: 'Standard',
    fulfillmentAction: 'Ship',
    fulfillmentPolicy: 'FillOrKill',
    destinationAddress: {
      name: 'Ines Prado',
      addressLine1: '14 Alder Row',
      addressLine2: 'Apartment 3',
      city: 'Tacoma',
      stateOrRegion: 'WA',
      postalCode: '98402',
      countryCode: 'US',
    },
    items: [
      { sellerSku: 'LAMP', sellerFulfillmentOrderItemId: 'line-1', quantity: 2 },
      { sellerSku: 'CHAIR', sellerFulfillmentOrderItemId: 'line-2', quantity: 1 },
    ],
  })
})

it('an order requests blank boxes and other carriers where the channel does', () => {
  const required = (featureName: string) => ({ featureName, featureFulfillmentPolicy: 'Required' })
  const constraints = { blankBox: true, blocksAmazonLogistics: true }
  const both = [required('BLANK_BOX'), required('BLOCK_AMZL')]
  expect(toNewOrder(submission('X-1', { constraints })).featureConstraints).toEqual(both)
  expect(toPreviewQuestion(question({ constraints })).featureConstraints).toEqual(both)
  const onlyBox = { blankBox: true, blocksAmazonLogistics: false }
  expect(toNewOrder(submission('X-1', { constraints: onlyBox })).featureConstraints).toEqual([required('BLANK_BOX')])
})

it.each([
  ['#1042', '#1042'],
  ['Größe  7', 'Größe 7'],
  ['注文 1042', '1042'],
  ['注文', 'X-1'],
  ['', 'X-1'],
  ['1'.repeat(50), '1'.repeat(40)],
])('the order number %s is printed as %s', (orderNumber, printed) => {
  expect(toNewOrder(submission('X-1', { orderNumber })).displayableOrderId).toBe(printed)
})

it('an order always has a comment of valid length', () => {
  expect(toNewOrder(submission('X-1', { comment: ' \n ' })).displayableOrderComment).toBe('Thank you for your order.')
  expect(toNewOrder(submission('X-1', { comment: 'a'.repeat(900) })).displayableOrderComment).toHaveLength(750)
})

it('in Japan the city becomes an address line', () => {
  const address = addressOf({
    country: 'JP',
    state: '東京都',
    city: '港区',
    line1: '芝公園 4-2-8',
    postalCode: '105-0011',
  })
  expect(address).toMatchObject({ addressLine1: '港区', addressLine2: '芝公園 4-2-8', addressLine3: 'Apartment 3' })
  expect(address).not.toHaveProperty('city')
})

it('a long street is broken at its words, and a phone number is sent only if there is one', () => {
  const line1 = 'Building 12 of the Old Harbour Warehouses at the Northern End of Alder Row'
  expect(addressOf({ line1, phone: '+12065550100' })).toMatchObject({
    addressLine1: 'Building 12 of the Old Harbour Warehouses at the Northern',
    addressLine2: 'End of Alder Row',
    addressLine3: 'Apartment 3',
    phone: '+12065550100',
  })
  expect(addressOf({ phone: ' ', state: null })).not.toHaveProperty('phone')
})

it('an address longer than its lines loses no character', () => {
  const line1 = Array.from({ length: 30 }, (_, index) => `part${index}`).join(' ')
  const { addressLine1, addressLine2, addressLine3 } = addressOf({ line1 })
  const joined = `${addressLine1}${addressLine2}${addressLine3}`.replaceAll(' ', '')
  expect(joined).toBe(`${line1} Apartment 3`.replaceAll(' ', ''))
  expect(Math.max(addressLine1.length, addressLine2?.length ?? 0)).toBeLessThanOrEqual(60)
})
