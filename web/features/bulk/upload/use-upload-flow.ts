import { type Dispatch, useEffect, useReducer, useRef } from 'react'
import { errorMessage } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import { isExcelName, isTooLarge, copyFile, randomUuid } from './chosen-file.ts'
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
      else dispatch({ type: 'upload-requested', newId: randomUuid() })
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

export type UploadFlow = ReturnType<typeof useUploadFlow>

async function pick(files: readonly File[], dispatch: Dispatch<UploadEvent>) {
  const [file, another] = files
  if (!file) return
  if (another) return toastInvalid('Please select one file at a time')
  if (!isExcelName(file.name)) return toastInvalid('Please select an Excel file (.xlsx or .xls)')
  if (isTooLarge(file.size)) return dispatch({ type: 'too-large', name: file.name, bytes: file.size })
  try {
    startCheck(await copyFile(file), dispatch)
  } catch {
    toastInvalid(`${file.name} can’t be read. Check that it is still there and choose it again`)
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
  const { file, uploadId: id } = step.at === 'uploading' ? step : { file: null, uploadId: null }
  useEffect(() => {
    if (!file) return
    sending.current = new AbortController()
    const onSent = (share: number) => dispatch({ type: 'sent', id, share })
    apply({ file, changeSetId: id, onSent, signal: sending.current.signal }).then(
      (result) => dispatch({ type: 'applied', id, result }),
      (error: unknown) => dispatch({ type: 'upload-failed', id, error }),
    )
  }, [file, id, apply, dispatch])
  return () => sending.current?.abort()
}

/** Shows a toast when a requested upload turned out to be impossible after the check. */
function useToastBlockedUpload(step: UploadStep) {
  useEffect(() => {
    if (step.at === 'check-failed' && step.wasUploadRequested) toastUploadFailed(errorMessage(step.error))
    if (step.at === 'checked' && step.pausedBy === 'nothing-to-apply') toastUploadFailed(nothingToApply)
  }, [step])
}

function toastNoFile() {
  toast({ variant: 'destructive', title: 'No File Selected', description: 'Please select a file to upload' })
}

function toastInvalid(description: string) {
  toast({ variant: 'destructive', title: 'Invalid File', description })
}
