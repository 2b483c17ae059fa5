import { uploadLimits } from '#contract/bulk.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatFileSize } from './accept-file.ts'
import { CheckSummary } from './check-news.tsx'
import { UploadProgressBar } from './sending-progress.tsx'
import { isOutcomeUnknown } from './upload-steps.ts'
import type { UploadFlow } from './use-upload-flow.ts'

/** What there is to say about the file in hand, and what to do next. */
export function UploadStatus({ flow: { step, press, checkAgain, putAway } }: { flow: UploadFlow }) {
  switch (step.at) {
    case 'start':
    case 'done':
      return null
    case 'too-large':
      return (
        <Alert tone="danger" title={`${step.name} is too large`}>
          It has {formatFileSize(step.bytes)}; at most {formatFileSize(uploadLimits.bytes)} can be uploaded. Split it
          into several files.
        </Alert>
      )
    case 'checking':
      return (
        <UploadProgressBar
          id={step.checkId}
          sent={step.sent}
          phases={['reading', 'checking']}
          note={
            step.isWanted
              ? 'The upload goes on by itself when the check is through.'
              : 'Nothing is written while the file is checked.'
          }
          onCancel={putAway}
        />
      )
    case 'check-failed':
      return (
        <Alert
          tone="danger"
          title="The file couldn’t be checked"
          action={isOutcomeUnknown(step.error) && <TryAgain onClick={checkAgain} />}
        >
          {errorMessage(step.error)} Nothing was written.
        </Alert>
      )
    case 'checked':
      return <CheckSummary preview={step.preview} isHeld={step.hold === 'warnings'} />
    case 'uploading':
      return (
        <UploadProgressBar
          id={step.uploadId}
          sent={step.sent}
          phases={['reading', 'checking', 'writing']}
          note={
            step.sent < 1
              ? 'Nothing is written until the whole file is sent.'
              : 'It can’t be stopped any more, but it can be undone afterwards.'
          }
          onCancel={step.sent < 1 ? putAway : null}
        />
      )
    case 'upload-failed':
      return (
        <Alert
          tone="danger"
          title={isOutcomeUnknown(step.error) ? 'No answer came' : 'The file wasn’t applied'}
          action={<TryAgain onClick={press} />}
        >
          {errorMessage(step.error)}{' '}
          {isOutcomeUnknown(step.error)
            ? 'Trying again does no harm: the file is applied once, even if it was applied already.'
            : 'Nothing was written.'}
        </Alert>
      )
  }
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      Try again
    </Button>
  )
}
