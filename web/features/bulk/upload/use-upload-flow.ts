import { type Dispatch, useEffect, useReducer, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { askAboutRisks } from '#web/lib/risk-questions.ts'
import { toast } from '#web/ui/toast.ts'
import { hasFileEnding, isTooLarge, copyFile } from './chosen-file.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { toastUploadFailed, useCheckFile, useUploadFile } from './api.ts'
import { nextStep, nothingToApply, type UploadEvent, type UploadStep } from './upload-steps.ts'

/** Runs the state machine of `upload-steps.ts`: dispatches its events and makes the calls that its states ask for. */
export function useUploadFlow() {
  const [step, dispatch] = useReducer(nextStep, { at: 'start' })
  useRunCheck(step, dispatch)
  const stopSending = useRunUpload(step, dispatch)
  useToastBlockedUpload(step)

  return {
    step,
    pick: (files: readonly File[]) => void pick(files, dispatch),
    requestUpload: () => {
      if (step.at === 'start' || step.at === 'too-large' || step.at === 'done') toastNoFile()
      else void confirmAndRequest(step, dispatch)
    },
    checkAgain: () => {
      if ('file' in step) startCheck(step.file, dispatch)
    },
    removeFile: () => {
      stopSending()
      dispatch({ type: 'removed' })
    },
  }
}

async function confirmAndRequest(step: UploadStep, dispatch: Dispatch<UploadEvent>) {
  const risks = step.at === 'checked' ? step.preview.risks : null
  const areRisksConfirmed = risks === null || (await askAboutRisks(risks))
  dispatch({ type: 'upload-requested', newId: randomUuid(), areRisksConfirmed })
}

export type UploadFlow = ReturnType<typeof useUploadFlow>

async function pick(files: readonly File[], dispatch: Dispatch<UploadEvent>) {
  const [file, another] = files
  if (!file) return
  if (another) return toastInvalid(t('Please select one file at a time'))
  if (!hasFileEnding(file.name)) return toastInvalid(t('Please select an Excel file (.xlsx or .xls)'))
  if (isTooLarge(file.size)) return dispatch({ type: 'too-large', name: file.name, bytes: file.size })
  try {
    startCheck(await copyFile(file), dispatch)
  } catch {
    toastInvalid(t('{name} can’t be read. Check that the file still exists and choose it again', { name: file.name }))
  }
}

function startCheck(file: File, dispatch: Dispatch<UploadEvent>) {
  dispatch({ type: 'chosen', file, checkId: randomUuid(), uploadId: randomUuid() })
}

/** Checks the file while the state is `checking`. Leaving that state aborts the request, which writes nothing. */
function useRunCheck(step: UploadStep, dispatch: Dispatch<UploadEvent>) {
  const { mutateAsync: check } = useCheckFile()
  const { file, checkId: id } = step.at === 'checking' ? step : { file: null, checkId: null }
  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    const onSent = (share: number) => dispatch({ type: 'sent', id, share })
    check({ file, changeSetId: id, onSent, signal: stop.signal }).then(
      (preview) => dispatch({ type: 'checked', id, preview }),
      (error: unknown) => dispatch({ type: 'check-failed', id, error }),
    )
    return () => stop.abort()
  }, [file, id, check, dispatch])
}

/**
 * Uploads the file once it is `uploading`. The upload continues after the page is left. Returns a function that aborts
 * sending.
 */
function useRunUpload(step: UploadStep, dispatch: Dispatch<UploadEvent>) {
  const { mutateAsync: apply } = useUploadFile()
  const sending = useRef<AbortController>(null)
  const { file, uploadId: id, preview } = step.at === 'uploading' ? step : nothingToSend
  const confirmation = preview?.risks?.confirmation
  useEffect(() => {
    if (!file) return
    sending.current = new AbortController()
    const onSent = (share: number) => dispatch({ type: 'sent', id, share })
    apply({ file, changeSetId: id, confirmation, onSent, signal: sending.current.signal }).then(
      (result) => dispatch({ type: 'applied', id, result }),
      (error: unknown) => dispatch({ type: 'upload-failed', id, error }),
    )
  }, [file, id, confirmation, apply, dispatch])
  return () => sending.current?.abort()
}

const nothingToSend = { file: null, uploadId: null, preview: null }

/** Shows a toast when a requested upload turned out to be impossible after the check. */
function useToastBlockedUpload(step: UploadStep) {
  useEffect(() => {
    if (step.at === 'check-failed' && step.wasUploadRequested) toastUploadFailed(errorMessage(step.error))
    if (step.at === 'checked' && step.pausedBy === 'nothing-to-apply') toastUploadFailed(nothingToApply)
  }, [step])
}

function toastNoFile() {
  toast({ variant: 'destructive', title: t('No File Selected'), description: t('Please select a file to upload') })
}

function toastInvalid(description: string) {
  toast({ variant: 'destructive', title: t('Invalid File'), description })
}
