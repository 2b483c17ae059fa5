import { t } from '#contract/i18n.ts'
import type { UploadPreview, UploadResult } from '#contract/bulk.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** The chosen file and the ids (idempotency keys) of its check and its upload. */
type ChosenFile = { file: File; checkId: string; uploadId: string }

/** Why a requested upload waits: rows have warnings to look at, or no row can be applied. */
type PauseReason = 'warnings' | 'nothing-to-apply'

export type UploadStep =
  | { at: 'start' }
  | { at: 'too-large'; name: string; bytes: number }
  | (ChosenFile & { at: 'checking'; sent: number; isUploadRequested: boolean })
  | (ChosenFile & { at: 'check-failed'; error: unknown; wasUploadRequested: boolean })
  | (ChosenFile & { at: 'checked'; preview: UploadPreview; pausedBy: PauseReason | null })
  | (ChosenFile & { at: 'uploading'; preview: UploadPreview; sent: number })
  | (ChosenFile & { at: 'upload-failed'; preview: UploadPreview; error: unknown })
  | { at: 'done'; fileName: string; result: UploadResult }

export type UploadEvent =
  | ({ type: 'chosen' } & ChosenFile)
  | { type: 'too-large'; name: string; bytes: number }
  | { type: 'sent'; id: string; share: number }
  | { type: 'checked'; id: string; preview: UploadPreview }
  | { type: 'check-failed'; id: string; error: unknown }
  /** `areRisksConfirmed`: the person has confirmed the risky values of the preview, if it has any. */
  | { type: 'upload-requested'; newId: string; areRisksConfirmed: boolean }
  | { type: 'applied'; id: string; result: UploadResult }
  | { type: 'upload-failed'; id: string; error: unknown }
  | { type: 'removed' }

/**
 * State machine of an upload:
 *
 *   start → checking → checked → uploading → done
 *
 * `too-large`, `check-failed` and `upload-failed` are left by choosing a file or trying again; `removed` leads back to start.
 * The user may request the upload while the check still runs: it then starts by itself, unless rows have warnings.
 * Events carry the id of their check or upload; those of a file that was removed meanwhile change nothing.
 */
export function nextStep(step: UploadStep, event: UploadEvent): UploadStep {
  switch (event.type) {
    case 'chosen': {
      const { file, checkId, uploadId } = event
      return { at: 'checking', file, checkId, uploadId, sent: 0, isUploadRequested: false }
    }
    case 'too-large':
      return { at: 'too-large', name: event.name, bytes: event.bytes }
    case 'sent':
      return isUnderWay(step, event.id) ? { ...step, sent: event.share } : step
    case 'checked':
      return step.at === 'checking' && step.checkId === event.id ? afterCheck(step, event.preview) : step
    case 'check-failed':
      return step.at === 'checking' && step.checkId === event.id
        ? { ...chosenFile(step), at: 'check-failed', error: event.error, wasUploadRequested: step.isUploadRequested }
        : step
    case 'upload-requested':
      return afterUploadRequest(step, event)
    case 'applied':
      return step.at === 'uploading' && step.uploadId === event.id
        ? { at: 'done', fileName: step.file.name, result: event.result }
        : step
    case 'upload-failed':
      return step.at === 'uploading' && step.uploadId === event.id
        ? { ...chosenFile(step), at: 'upload-failed', preview: step.preview, error: event.error }
        : step
    case 'removed':
      return { at: 'start' }
  }
}

/** Without an answer, or after a 5xx from the server or a proxy, the file may or may not have been applied. */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

export const nothingToApply = t('Nothing to apply: every row in the file has an error.')

export const hasNothingToApply = ({ processed, failed }: UploadPreview): boolean => failed === processed

function isUnderWay(step: UploadStep, id: string): step is Extract<UploadStep, { sent: number }> {
  return (step.at === 'checking' && step.checkId === id) || (step.at === 'uploading' && step.uploadId === id)
}

function afterCheck(step: Extract<UploadStep, { at: 'checking' }>, preview: UploadPreview): UploadStep {
  const checked = { ...chosenFile(step), at: 'checked', preview, pausedBy: null } as const
  if (!step.isUploadRequested) return checked
  if (hasNothingToApply(preview)) return { ...checked, pausedBy: 'nothing-to-apply' }
  return preview.warned > 0 ? { ...checked, pausedBy: 'warnings' } : { ...checked, at: 'uploading', sent: 0 }
}

type UploadRequest = Extract<UploadEvent, { type: 'upload-requested' }>

function afterUploadRequest(step: UploadStep, { newId, areRisksConfirmed }: UploadRequest): UploadStep {
  switch (step.at) {
    case 'checking':
      return { ...step, isUploadRequested: true }
    case 'check-failed':
      return { ...chosenFile(step), at: 'checking', checkId: newId, sent: 0, isUploadRequested: true }
    case 'checked':
      if (hasNothingToApply(step.preview)) return { ...step, pausedBy: 'nothing-to-apply' }
      if (step.preview.risks && !areRisksConfirmed) return step
      return { ...chosenFile(step), at: 'uploading', preview: step.preview, sent: 0 }
    case 'upload-failed': {
      // The same id makes the retry idempotent: the server applies it at most once.
      const uploadId = isOutcomeUnknown(step.error) ? step.uploadId : newId
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
