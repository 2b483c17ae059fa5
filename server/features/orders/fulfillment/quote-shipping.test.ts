import { expect, it } from 'vitest'
import { asMessage } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, SpeedOffer, Submission } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { quoteShipping } from './quote-shipping.ts'

const [shipDate, arrivalDate] = [new Date('2026-03-03T00:00:00Z'), new Date('2026-03-06T00:00:00Z')]

const offer = (given: Partial<SpeedOffer> = {}): SpeedOffer => ({
  speed: 'expedited',
  isFulfillable: true,
  fee: { amount: '7.90', currency: 'USD' },
  earliestShipDate: null,
  latestShipDate: shipDate,
  earliestArrivalDate: null,
  latestArrivalDate: arrivalDate,
  problems: [],
  ...given,
})

const question = {
  marketplaceId: 'ATVPDKIKX0DER',
  destination: {
    name: 'Ana Ruiz',
    line1: '1 Main St',
    line2: null,
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
    phone: null,
  },
  lines: [{ itemId: 'lamp', sku: 'LAMP', quantity: 2 }],
  constraints: { blankBox: true, blocksAmazonLogistics: false },
}
const submission: Submission = {
  ...question,
  externalId: 'LS-A-1',
  orderNumber: 'LS-1',
  placedAt: shipDate,
  comment: 'Thank you for your order.',
  speed: 'expedited',
}
const ask = (preview: FulfillmentService['preview']) =>
  quoteShipping({ service: { preview }, account: {} as MarketplaceAccount }, submission)
const answer = (...offers: SpeedOffer[]) => ask(() => Promise.resolve(offers))

it('a quote has the terms of the requested speed', async () => {
  const slow = offer({ speed: 'standard', fee: { amount: '4.90', currency: 'USD' }, latestShipDate: null })
  expect(await answer(slow, offer())).toEqual({
    shippingCost: '7.90',
    estimatedShipDate: shipDate,
    estimatedDeliveryDate: arrivalDate,
  })
  expect(await answer(offer({ fee: null }))).toMatchObject({ shippingCost: null })
})

it('a quote asks for lines and destination of the submission', async () => {
  const questions: unknown[] = []
  await ask((_, received) => {
    questions.push(received)
    return Promise.resolve([])
  })
  expect(questions).toEqual([question])
})

it('a quote is empty when Amazon offers nothing for that speed', async () => {
  expect(await answer(offer({ speed: 'standard', isFulfillable: false }))).toEqual({})
})

it('a quote is a rejection in Amazon’s words, or in ours without them', async () => {
  const problems = ['Too far.', 'Too heavy.'].map(asMessage)
  expect(await answer(offer({ isFulfillable: false, problems }))).toMatchObject({
    name: 'Rejected',
    message: 'Too far. Too heavy.',
  })
  expect(await answer(offer({ isFulfillable: false }))).toMatchObject({
    name: 'Rejected',
    message: 'Amazon can’t ship this at expedited speed.',
  })
  expect(await ask(() => Promise.reject(new Rejected('No such SKU')))).toEqual(new Rejected('No such SKU'))
})

it('a quote throws when Amazon is unavailable', async () => {
  await expect(ask(() => Promise.reject(new Unavailable('Busy')))).rejects.toThrow(new Unavailable('Busy'))
})
