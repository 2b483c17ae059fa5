import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import X from 'lucide-react/icons/x'
import { bulkApi, uploadLimits, type UploadPhase, type UploadPreview, type UploadProgress } from '#contract/bulk.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useUploadProgress } from './api.ts'
import { fileEndings, formatFileSize } from './chosen-file.ts'
import { hasNothingToApply, isOutcomeUnknown, nothingToApply, type UploadStep } from './upload-steps.ts'
import type { UploadFlow } from './use-upload-flow.ts'

const limits = `Up to ${formatFileSize(uploadLimits.bytes)} and ${formatNumber(uploadLimits.rows)} rows, .xlsx or .xls.`

export function UploadCard({ flow }: { flow: UploadFlow }) {
  const { step, pick, requestUpload, removeFile } = flow
  const { role } = useCurrentUser()
  const isBusy = step.at === 'uploading' || (step.at === 'checking' && step.isUploadRequested)

  return (
    <Card aria-labelledby="upload-heading">
      <CardHeader
        id="upload-heading"
        title="Upload a file"
        description="The file is checked first: you see what would change before anything is written."
        actions={
          <PermittedButton
            variant="primary"
            access={bulkApi.upload.access}
            task="upload files"
            isPending={isBusy}
            onClick={requestUpload}
          >
            Upload &amp; Process
          </PermittedButton>
        }
      />
      <CardBody className="grid gap-4">
        <FilePicker
          label="Choose an Excel file"
          hint={`Or drop it here. ${limits}`}
          accept={fileEndings.join(',')}
          onPick={pick}
          blockedReason={allows(bulkApi.upload.access, role) ? busyReason(step) : readOnlyReason}
        />
        {'file' in step && <ChosenFile file={step.file} onRemove={step.at === 'uploading' ? null : removeFile} />}
        <UploadStatus flow={flow} />
      </CardBody>
    </Card>
  )
}

export const readOnlyReason = 'Your role is Read Only. Operations and Admin can upload files.'

function busyReason({ at }: UploadStep): string | null {
  return at === 'uploading' ? 'The next file can be chosen when this one is through.' : null
}

type ChosenFileProps = { file: File; onRemove: (() => void) | null }

function ChosenFile({ file, onRemove }: ChosenFileProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3">
      <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{file.name}</span> <span className="text-muted">{formatFileSize(file.size)}</span>
      </p>
      {onRemove && (
        <Button variant="quiet" size="icon" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}

/** The state of the chosen file: progress, error or the result of the check. */
function UploadStatus({ flow: { step, requestUpload, checkAgain, removeFile } }: { flow: UploadFlow }) {
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
            step.isUploadRequested
              ? 'The upload goes on by itself when the check is through.'
              : 'Nothing is written while the file is checked.'
          }
          onCancel={removeFile}
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
      return <CheckSummary preview={step.preview} isPaused={step.pausedBy === 'warnings'} />
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
          onCancel={step.sent < 1 ? removeFile : null}
        />
      )
    case 'upload-failed':
      return (
        <Alert
          tone="danger"
          title={isOutcomeUnknown(step.error) ? 'No answer came' : 'The file wasn’t applied'}
          action={<TryAgain onClick={requestUpload} />}
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

type CheckSummaryProps = { preview: UploadPreview; isPaused: boolean }

/** What the check found and what Upload & Process will do. */
function CheckSummary({ preview, isPaused }: CheckSummaryProps) {
  const { created, updated, unchanged, failed, warned } = preview
  const leftOut =
    failed > 0 ? ` ${formatCount(failed, 'row')} with errors ${failed === 1 ? 'is' : 'are'} left out.` : ''

  if (hasNothingToApply(preview)) {
    return (
      <Alert tone="danger" title={nothingToApply}>
        Mend the rows listed below in your file and choose it again. Nothing was written.
      </Alert>
    )
  }
  if (created + updated === 0) {
    return (
      <Alert tone="info" title="Nothing would change">
        {formatCount(unchanged, 'row')} of the file {unchanged === 1 ? 'says' : 'say'} what is stored already.{leftOut}
      </Alert>
    )
  }
  if (isPaused) {
    return (
      <Alert tone="warning" title={`Stopped: ${formatCount(warned, 'row')} to look at`}>
        They stand first in the list below. Nothing is written yet; press Upload &amp; Process again to apply{' '}
        {formatCount(created + updated, 'row')}.{leftOut}
      </Alert>
    )
  }
  return (
    <Alert tone={warned > 0 ? 'warning' : 'info'} title="Nothing is written yet">
      Upload &amp; Process applies {formatCount(created + updated, 'row')}.{leftOut}
      {warned > 0 && ` Look at the ${formatCount(warned, 'row')} at the top of the list first.`}
    </Alert>
  )
}

type UploadProgressBarProps = {
  id: string
  /** Share of the file that has been sent, 0 to 1. */
  sent: number
  phases: readonly UploadPhase[]
  note: string
  onCancel: (() => void) | null
}

/** One progress bar for the whole upload: sending and each phase on the server take an equal share. */
function UploadProgressBar({ id, sent, phases, note, onCancel }: UploadProgressBarProps) {
  const isSent = sent >= 1
  const progress = useUploadProgress(id, { isSent })
  const { label, detail, part } = isSent ? phaseProgress(progress) : sendingProgress(sent)
  const behind = isSent ? 1 + phases.indexOf(progress.phase) : 0

  return (
    <div className="grid gap-2">
      <Progress
        label={label}
        detail={detail}
        share={(behind + part) / (1 + phases.length)}
        isUncertain={detail === undefined}
      />
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 md:min-h-8">
        <p className="text-sm text-muted">{note}</p>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

const phaseLabels: Record<UploadPhase, string> = {
  reading: 'Reading the file',
  checking: 'Checking rows',
  writing: 'Writing rows',
}

function sendingProgress(sent: number) {
  return { label: 'Sending the file', detail: `${Math.round(sent * 100)} %`, part: sent }
}

function phaseProgress({ phase, done, total }: UploadProgress) {
  return {
    label: phaseLabels[phase],
    detail: total === null ? undefined : `${formatNumber(done)} of ${formatCount(total, 'row')}`,
    part: total ? Math.min(done / total, 1) : 0,
  }
}
