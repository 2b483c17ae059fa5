import { expect, it, vi } from 'vitest'
import { knownErrors } from './known-errors.ts'
import { toRejected, findKnownError, readErrors } from './errors.ts'
import type { AmazonSettings } from './settings.ts'

const refused = (operation: string, status: number, code: string, message = '', details = '') => ({
  operation,
  status,
  errors: [{ code, message, details }],
})

it.each([
  ['getInventorySummaries', 400, 'InvalidInput', 'The nextToken has expired.', 'stale_page'],
  ['getInventorySummaries', 400, 'InvalidInput', 'Merchant is not registered for FBA', 'no_fba'],
  [
    'createFulfillmentOrder',
    400,
    'InvalidInput',
    'A create request already exists for MerchantFulfillmentOrderId',
    'order_exists',
  ],
  ['getFulfillmentOrder', 400, 'InvalidInput', 'Requested order ORD-1 not found', 'order_not_found'],
  ['cancelFulfillmentOrder', 400, 'InvalidInput', 'DuplicateCancelRequest', 'already_cancelled'],
  ['cancelFulfillmentOrder', 400, 'InvalidInput', 'OrderNotUpdatable', 'order_too_far'],
  [
    'createProductReviewAndSellerFeedbackSolicitation',
    403,
    'Unauthorized',
    'The request is outside of the window',
    'review_not_due',
  ],
  ['getListingsItem', 404, 'NOT_FOUND', 'SKU not found', 'listing_not_found'],
  ['createSubscription', 409, 'Conflict', '', 'already_subscribed'],
  ['searchCatalogItems', 400, 'InvalidInput', 'Marketplace XYZ is invalid', 'wrong_marketplace'],
  ['patchListingsItem', 403, 'Unauthorized', 'Access to requested resource is denied.', 'no_permission'],
])('the catalogue explains %s %i %s %s', (operation, status, code, message, expected) => {
  expect(findKnownError(refused(operation, status, code, message))?.code).toBe(expected)
})

it('an unknown refusal is shown in Amazon’s own words and counted', () => {
  const odd = refused('putListingsItem', 400, 'InvalidInput', 'The moon is in the wrong house.', 'Try later')
  expect(findKnownError(odd)).toBeNull()
  const countUnknown = vi.fn<AmazonSettings['countUnknown']>()
  const rejected = toRejected({ countUnknown }, odd)
  expect(rejected.message).toBe('Amazon refused this (400 InvalidInput): The moon is in the wrong house. Try later')
  expect(rejected).toMatchObject({ code: 'InvalidInput', whoActs: undefined })
  expect(countUnknown).toHaveBeenCalledExactlyOnceWith({
    operation: 'putListingsItem',
    status: 400,
    code: 'InvalidInput',
  })
})

it('a known refusal is not counted', () => {
  const countUnknown = vi.fn<AmazonSettings['countUnknown']>()
  const denied = refused('patchListingsItem', 403, 'Unauthorized')
  expect(toRejected({ countUnknown }, denied)).toMatchObject({ code: 'no_permission', whoActs: 'you' })
  expect(countUnknown).not.toHaveBeenCalled()
})

it('a refusal without text shows its status', () => {
  const mute = { operation: 'putListingsItem', status: 418, errors: [] }
  const rejected = toRejected({ countUnknown: vi.fn<AmazonSettings['countUnknown']>() }, mute)
  expect(rejected).toMatchObject({ code: '418', message: 'Amazon refused this (418): no reason given' })
})

it('every known error says what it means and what to do, in whole sentences', () => {
  for (const { code, sentence } of knownErrors) {
    expect(sentence.text, code).toMatch(/^[A-Z].+\. [A-Z].+\.$/)
  }
  expect(new Set(knownErrors.map(({ code }) => code)).size).toBe(knownErrors.length)
})

it.each([
  ['in their wrapping', { errors: [{ code: 'NotFound', message: 'No such thing' }] }],
  ['as a bare list', [{ code: 'NotFound', message: 'No such thing' }]],
  ['as one alone', { code: 'NotFound', message: 'No such thing' }],
])('errors are read %s', (_, answer) => {
  expect(readErrors(answer, [])).toEqual([{ code: 'NotFound', message: 'No such thing', details: '' }])
})

it('an answer without errors has none', () => {
  for (const answer of [null, 'no', 7, {}, { errors: 'none' }, { errors: [7] }])
    expect(readErrors(answer, [])).toEqual([])
})

it('error texts contain no secret, nor the beginning of one', () => {
  const secret = 'Atza|secret-token'
  const [error] = readErrors({ errors: [{ message: `${'x'.repeat(290)}${secret}` }] }, [secret])
  expect(error?.message).toBe(`${'x'.repeat(290)}[secret]`)
})
