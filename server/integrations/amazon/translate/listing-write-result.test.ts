import { expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import { putListingsItem } from '../operations/listings.ts'
import { readFeedReport, readSubmission } from './listing-write-result.ts'
import { readProcessingStatus } from './processing-status.ts'

const answer = (status: string, issues: object[] = []) =>
  putListingsItem.wire.parse({ sku: 'HAL-1', submissionId: 's-1', status, issues })

it.each([
  ['ACCEPTED', 'queued'],
  ['VALID', 'valid'],
  ['invalid', 'refused'],
  ['PONDERED', null],
])('a submission that Amazon calls %s is %s', (status, outcome) => {
  expect(readSubmission(answer(status)).outcome).toBe(outcome)
})

it('an issue of a listing is read with its enforcements', () => {
  const issue = {
    code: '18027',
    message: 'The main image has text',
    severity: 'WARNING',
    categories: ['INVALID_IMAGE'],
    attributeNames: ['main_image'],
    enforcements: { actions: [{ action: 'SEARCH_SUPPRESSED' }], exemption: { status: 'NOT_EXEMPT' } },
  }
  expect(readSubmission(answer('ACCEPTED', [issue, { ...issue, severity: 'ODD', enforcements: null }])).issues).toEqual(
    [
      {
        code: '18027',
        message: 'The main image has text',
        severity: 'warning',
        attributes: ['main_image'],
        enforcements: ['SEARCH_SUPPRESSED'],
        marketplaceIds: [],
      },
      expect.objectContaining({ severity: null, enforcements: [] }),
    ],
  )
})

it.each([
  ['IN_QUEUE', 'working'],
  ['IN_PROGRESS', 'working'],
  ['DONE', 'done'],
  ['CANCELLED', 'cancelled'],
  ['FATAL', 'failed'],
  ['RESTING', null],
])('the processing status %s is read as %s', (word, status) => {
  expect(readProcessingStatus(word)).toBe(status)
})

it('the report of a feed says which messages were refused, and why', () => {
  const report = readFeedReport(
    JSON.stringify({
      header: { sellerId: 'A2SELLER', version: '2.0', feedId: '7001' },
      issues: [
        {
          messageId: 2,
          sku: 'HAL-2',
          code: '90220',
          severity: 'ERROR',
          message: 'Brand is required',
          attributeName: 'brand',
        },
        { severity: 'WARNING', message: 'Slow down' },
      ],
      summary: { errors: 1, warnings: 1, messagesProcessed: 2, messagesAccepted: 1, messagesInvalid: 1 },
    }),
  )
  expect(report).toEqual({
    processed: 2,
    accepted: 1,
    refused: 1,
    issues: [
      {
        messageId: 2,
        sku: 'HAL-2',
        code: '90220',
        severity: 'error',
        message: 'Brand is required',
        attribute: 'brand',
      },
      { messageId: null, sku: null, code: null, severity: 'warning', message: 'Slow down', attribute: null },
    ],
  })
})

it.each(['{"header": {"sel', '<html>', '{}'])('a report is Unavailable when it is %s', (file) => {
  expect(() => readFeedReport(file)).toThrow(Unavailable)
})
