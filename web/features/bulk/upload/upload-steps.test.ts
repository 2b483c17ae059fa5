import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { buildPreview, buildUploadResult } from '#web/testing/bulk-builders.ts'
import { nextStep, type UploadEvent, type UploadStep } from './upload-steps.ts'

const file = new File(['bytes'], 'stock.xlsx')
const clean = buildPreview()
const suspicious = buildPreview({ warned: 1 })
const allBad = buildPreview({ processed: 2, updated: 0, failed: 2 })
const result = buildUploadResult()
const broken = new TypeError('The connection broke')
const refused = new ApiError(422, 'Unprocessable', '')
const proxyFault = new ApiError(502, 'Bad Gateway', '')

const choose: UploadEvent = { type: 'chosen', file, checkId: 'check', uploadId: 'upload' }
const risky = buildPreview({ warned: 1, risks: { changes: [], total: 1, confirmation: 'seen' } })
const requestUpload: UploadEvent = { type: 'upload-requested', newId: 'fresh', areRisksConfirmed: false }
const confirmUpload: UploadEvent = { ...requestUpload, areRisksConfirmed: true }
const checked = (preview = clean): UploadEvent => ({ type: 'checked', id: 'check', preview })
const after = (...events: UploadEvent[]): UploadStep => events.reduce(nextStep, { at: 'start' })

describe('a chosen file', () => {
  it.each<[string, UploadEvent[], Partial<UploadStep>]>([
    ['is checked as soon as it is chosen', [choose], { at: 'checking', sent: 0, isUploadRequested: false }],
    [
      'records how much of it is sent',
      [choose, { type: 'sent', id: 'check', share: 0.5 }],
      { at: 'checking', sent: 0.5 },
    ],
    ['waits after the check', [choose, checked()], { at: 'checked', pausedBy: null }],
    [
      'is uploaded when requested',
      [choose, checked(), requestUpload],
      { at: 'uploading', uploadId: 'upload', sent: 0 },
    ],
    [
      'is uploaded by itself after the check when requested during it',
      [choose, requestUpload, checked()],
      { at: 'uploading', uploadId: 'upload' },
    ],
    [
      'pauses for warnings when requested during the check',
      [choose, requestUpload, checked(suspicious)],
      { at: 'checked', pausedBy: 'warnings' },
    ],
    [
      'is uploaded despite warnings on the second request',
      [choose, requestUpload, checked(suspicious), requestUpload],
      { at: 'uploading' },
    ],
    [
      'is uploaded despite warnings that were on screen',
      [choose, checked(suspicious), requestUpload],
      { at: 'uploading' },
    ],
    [
      'stays unsent as long as its risky values are not confirmed, however often it is requested',
      [choose, requestUpload, checked(risky), requestUpload, requestUpload],
      { at: 'checked' },
    ],
    ['is uploaded once its risky values are confirmed', [choose, checked(risky), confirmUpload], { at: 'uploading' }],
    [
      'pauses when nothing can be applied',
      [choose, requestUpload, checked(allBad)],
      { at: 'checked', pausedBy: 'nothing-to-apply' },
    ],
    [
      'pauses again on every request',
      [choose, checked(allBad), requestUpload, requestUpload],
      { at: 'checked', pausedBy: 'nothing-to-apply' },
    ],
    [
      'ends with its result',
      [choose, checked(), requestUpload, { type: 'applied', id: 'upload', result }],
      { at: 'done', result },
    ],
    ['is dropped when removed', [choose, checked(), { type: 'removed' }], { at: 'start' }],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected)
  })
})

describe('a file that fails', () => {
  const checkFailed: UploadEvent = { type: 'check-failed', id: 'check', error: refused }
  const failed = (error: unknown) =>
    after(choose, checked(), requestUpload, { type: 'upload-failed', id: 'upload', error })

  it('records whether the upload was requested', () => {
    expect(after(choose, checkFailed)).toMatchObject({ at: 'check-failed', wasUploadRequested: false })
    expect(after(choose, requestUpload, checkFailed)).toMatchObject({ at: 'check-failed', wasUploadRequested: true })
  })

  it('is checked again with a new id on request', () => {
    expect(after(choose, checkFailed, requestUpload)).toMatchObject({
      at: 'checking',
      checkId: 'fresh',
      isUploadRequested: true,
    })
  })

  it.each([
    ['the same id when no answer came', broken, 'upload'],
    ['the same id when the answer came from a proxy', proxyFault, 'upload'],
    ['a new id when the server refused', refused, 'fresh'],
  ])('is sent again with %s', (_, error, uploadId) => {
    expect(nextStep(failed(error), requestUpload)).toMatchObject({ at: 'uploading', uploadId })
  })
})

it.each<[string, UploadEvent]>([
  ['a check', { type: 'checked', id: 'old', preview: clean }],
  ['a failed check', { type: 'check-failed', id: 'old', error: broken }],
  ['sent bytes', { type: 'sent', id: 'old', share: 1 }],
  ['a result', { type: 'applied', id: 'old', result }],
  ['a failed upload', { type: 'upload-failed', id: 'old', error: broken }],
])('%s of another file changes nothing', (_, event) => {
  for (const step of [after(choose), after(choose, checked(), requestUpload), after()])
    expect(nextStep(step, event)).toBe(step)
})

it('a request without a file, during an upload or after it changes nothing', () => {
  const done = after(choose, checked(), requestUpload, { type: 'applied', id: 'upload', result })
  const tooLarge = after({ type: 'too-large', name: 'big.xlsx', bytes: 1 })
  for (const step of [after(), tooLarge, after(choose, checked(), requestUpload), done]) {
    expect(nextStep(step, requestUpload)).toBe(step)
  }
})
