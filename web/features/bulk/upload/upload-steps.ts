import type { UploadPreview, UploadResult } from '#contract/bulk.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** A file on its way, and the names under which it is checked and applied. */
type ChosenFile = { file: File; checkId: string; uploadId: string }

/** Why a wanted upload waits for the person: something to look at, or nothing that could be applied. */
type PauseReason = 'warnings' | 'nothing'

export type UploadStep =
  | { at: 'start' }
  | { at: 'too-large'; name: string; bytes: number }
  | (ChosenFile & { at: 'checking'; sent: number; isWanted: boolean })
  | (ChosenFile & { at: 'check-failed'; error: unknown; wasWanted: boolean })
  | (ChosenFile & { at: 'checked'; preview: UploadPreview; hold: PauseReason | null })
  | (ChosenFile & { at: 'uploading'; preview: UploadPreview; sent: number })
  | (ChosenFile & { at: 'upload-failed'; preview: UploadPreview; error: unknown })
  | { at: 'done'; fileName: string; result: UploadResult }

export type UploadEvent =
  | ({ type: 'chosen' } & ChosenFile)
  | { type: 'too-large'; name: string; bytes: number }
  | { type: 'sent'; id: string; share: number }
  | { type: 'checked'; id: string; preview: UploadPreview }
  | { type: 'check-failed'; id: string; error: unknown }
  | { type: 'wanted'; freshId: string }
  | { type: 'applied'; id: string; result: UploadResult }
  | { type: 'upload-failed'; id: string; error: unknown }
  | { type: 'put-away' }

/** What a step becomes. News about a file that was put away meanwhile changes nothing. */
export function nextStep(step: UploadStep, event: UploadEvent): UploadStep {
  switch (event.type) {
    case 'chosen': {
      const { file, checkId, uploadId } = event
      return { at: 'checking', file, checkId, uploadId, sent: 0, isWanted: false }
    }
    case 'too-large':
      return { at: 'too-large', name: event.name, bytes: event.bytes }
    case 'sent':
      return isUnderWay(step, event.id) ? { ...step, sent: event.share } : step
    case 'checked':
      return step.at === 'checking' && step.checkId === event.id ? afterCheck(step, event.preview) : step
    case 'check-failed':
      return step.at === 'checking' && step.checkId === event.id
        ? { ...chosenFile(step), at: 'check-failed', error: event.error, wasWanted: step.isWanted }
        : step
    case 'wanted':
      return afterUploadRequest(step, event.freshId)
    case 'applied':
      return step.at === 'uploading' && step.uploadId === event.id
        ? { at: 'done', fileName: step.file.name, result: event.result }
        : step
    case 'upload-failed':
      return step.at === 'uploading' && step.uploadId === event.id
        ? { ...chosenFile(step), at: 'upload-failed', preview: step.preview, error: event.error }
        : step
    case 'put-away':
      return { at: 'start' }
  }
}

/** No answer, or one from in between, leaves open whether the file was applied. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

export const nothingToApply = 'Nothing can be applied: every row of the file has an error.'

export const hasNothingToApply = ({ processed, failed }: UploadPreview): boolean => failed === processed

function isUnderWay(step: UploadStep, id: string): step is Extract<UploadStep, { sent: number }> {
  return (step.at === 'checking' && step.checkId === id) || (step.at === 'uploading' && step.uploadId === id)
}

function afterCheck(step: Extract<UploadStep, { at: 'checking' }>, preview: UploadPreview): UploadStep {
  const checked = { ...chosenFile(step), at: 'checked', preview, hold: null } as const
  if (!step.isWanted) return checked
  if (hasNothingToApply(preview)) return { ...checked, hold: 'nothing' }
  return preview.warned > 0 ? { ...checked, hold: 'warnings' } : { ...checked, at: 'uploading', sent: 0 }
}

function afterUploadRequest(step: UploadStep, freshId: string): UploadStep {
  switch (step.at) {
    case 'checking':
      return { ...step, isWanted: true }
    case 'check-failed':
      return { ...chosenFile(step), at: 'checking', checkId: freshId, sent: 0, isWanted: true }
    case 'checked':
      if (hasNothingToApply(step.preview)) return { ...step, hold: 'nothing' }
      return { ...chosenFile(step), at: 'uploading', preview: step.preview, sent: 0 }
    case 'upload-failed': {
      const uploadId = isOutcomeUnknown(step.error) ? step.uploadId : freshId
      return { ...chosenFile(step), uploadId, at: 'uploading', preview: step.preview, sent: 0 }
    }
    case 'start':
    case 'too-large':
    case 'uploading':
    case 'done':
      return step
  }
}

const chosenFile = ({ file, checkId, uploadId }: ChosenFile): ChosenFile => ({ file, checkId, uploadId })
