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
const press: UploadEvent = { type: 'wanted', freshId: 'fresh' }
const checked = (preview = clean): UploadEvent => ({ type: 'checked', id: 'check', preview })
const after = (...events: UploadEvent[]): UploadStep => events.reduce(nextStep, { at: 'start' })

describe('a file on its way', () => {
  it.each<[string, UploadEvent[], Partial<UploadStep>]>([
    ['is checked as soon as it is chosen', [choose], { at: 'checking', sent: 0, isWanted: false }],
    [
      'tells how much of it is sent',
      [choose, { type: 'sent', id: 'check', share: 0.5 }],
      { at: 'checking', sent: 0.5 },
    ],
    ['waits after the check', [choose, checked()], { at: 'checked', hold: null }],
    ['is applied on a press', [choose, checked(), press], { at: 'uploading', uploadId: 'upload', sent: 0 }],
    ['goes on by itself after an early press', [choose, press, checked()], { at: 'uploading', uploadId: 'upload' }],
    [
      'stops for warnings after an early press',
      [choose, press, checked(suspicious)],
      { at: 'checked', hold: 'warnings' },
    ],
    ['goes past warnings on the second press', [choose, press, checked(suspicious), press], { at: 'uploading' }],
    ['goes past warnings that were seen', [choose, checked(suspicious), press], { at: 'uploading' }],
    ['stops when nothing can be applied', [choose, press, checked(allBad)], { at: 'checked', hold: 'nothing' }],
    ['stops again on every press', [choose, checked(allBad), press, press], { at: 'checked', hold: 'nothing' }],
    [
      'ends with its result',
      [choose, checked(), press, { type: 'applied', id: 'upload', result }],
      { at: 'done', result },
    ],
    ['is forgotten when put away', [choose, checked(), { type: 'put-away' }], { at: 'start' }],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected)
  })
})

describe('a file that fails', () => {
  const checkFailed: UploadEvent = { type: 'check-failed', id: 'check', error: refused }
  const failed = (error: unknown) => after(choose, checked(), press, { type: 'upload-failed', id: 'upload', error })

  it('remembers whether somebody waits for it', () => {
    expect(after(choose, checkFailed)).toMatchObject({ at: 'check-failed', wasWanted: false })
    expect(after(choose, press, checkFailed)).toMatchObject({ at: 'check-failed', wasWanted: true })
  })

  it('is checked anew under another name on a press', () => {
    expect(after(choose, checkFailed, press)).toMatchObject({ at: 'checking', checkId: 'fresh', isWanted: true })
  })

  it.each([
    ['the same name when no answer came', broken, 'upload'],
    ['the same name when the answer came from in between', proxyFault, 'upload'],
    ['a fresh name when the server refused', refused, 'fresh'],
  ])('is sent again under %s', (_, error, uploadId) => {
    expect(nextStep(failed(error), press)).toMatchObject({ at: 'uploading', uploadId })
  })
})

it.each<[string, UploadEvent]>([
  ['a check', { type: 'checked', id: 'old', preview: clean }],
  ['a failed check', { type: 'check-failed', id: 'old', error: broken }],
  ['sent bytes', { type: 'sent', id: 'old', share: 1 }],
  ['a result', { type: 'applied', id: 'old', result }],
  ['a failed upload', { type: 'upload-failed', id: 'old', error: broken }],
])('news of %s about another file changes nothing', (_, news) => {
  for (const step of [after(choose), after(choose, checked(), press), after()]) expect(nextStep(step, news)).toBe(step)
})

it('a press without a file, during an upload or after it changes nothing', () => {
  const done = after(choose, checked(), press, { type: 'applied', id: 'upload', result })
  const tooLarge = after({ type: 'too-large', name: 'big.xlsx', bytes: 1 })
  for (const step of [after(), tooLarge, after(choose, checked(), press), done]) {
    expect(nextStep(step, press)).toBe(step)
  }
})
