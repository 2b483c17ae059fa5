import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import X from 'lucide-react/icons/x'
import { bulkApi, uploadLimits, type UploadPhase, type UploadPreview, type UploadProgress } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useUploadProgress } from './api.ts'
import { fileEndings, formatFileSize } from './chosen-file.ts'
import { hasNothingToApply, isOutcomeUnknown, nothingToApply, type UploadStep } from './upload-steps.ts'
import type { UploadFlow } from './use-upload-flow.ts'

const limits = { size: formatFileSize(uploadLimits.bytes), rows: uploadLimits.rows }

export function UploadCard({ flow }: { flow: UploadFlow }) {
  const { step, pick, requestUpload, removeFile } = flow
  const { role } = useCurrentUser()

  return (
    <Card aria-labelledby="upload-heading">
      <CardHeader
        id="upload-heading"
        title={t('Upload a file')}
        description={t('The file is checked first, so you’ll see what will change before anything is saved.')}
        actions={<ApplyButton step={step} onClick={requestUpload} />}
      />
      <CardBody className="grid gap-4">
        <FilePicker
          label={t('Choose an Excel file')}
          hint={t('Or drop it here. Up to {size} and {rows} rows, .xlsx, .xls or .csv.', limits)}
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

const applyLabel = (changes: number) => t('Apply {changes, plural, one {# change} other {# changes}}', { changes })

/** Says what it will do once the check has counted it. */
function ApplyButton({ step, onClick }: { step: UploadStep; onClick: () => void }) {
  const { role } = useCurrentUser()
  const changes = 'preview' in step ? step.preview.created + step.preview.updated : null
  const label = changes === null ? t('Upload & Process') : applyLabel(changes)
  if (changes === 0 && allows(bulkApi.upload.access, role)) {
    return (
      <BlockedButton variant="primary" reason={t('The file contains no changes.')}>
        {label}
      </BlockedButton>
    )
  }
  return (
    <PermittedButton
      variant="primary"
      access={bulkApi.upload.access}
      task={t('upload files')}
      isPending={step.at === 'uploading' || (step.at === 'checking' && step.isUploadRequested)}
      onClick={onClick}
    >
      {label}
    </PermittedButton>
  )
}

export const readOnlyReason = t('Your role is Read Only. Operations and Admin can upload files.')

function busyReason({ at }: UploadStep): string | null {
  return at === 'uploading' ? t('You can choose the next file when this one is done.') : null
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
        <Button variant="quiet" size="icon" aria-label={t('Remove {name}', { name: file.name })} onClick={onRemove}>
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
        <Alert tone="danger" title={t('{name} is too large', { name: step.name })}>
          {t('It is {size}; the limit is {limit}. Split it into several files.', {
            size: formatFileSize(step.bytes),
            limit: limits.size,
          })}
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
              ? t('The upload will start automatically after the check.')
              : t('Nothing is saved while the file is checked.')
          }
          onCancel={removeFile}
        />
      )
    case 'check-failed':
      return (
        <Alert
          tone="danger"
          title={t('The file couldn’t be checked')}
          action={isOutcomeUnknown(step.error) && <TryAgain onClick={checkAgain} />}
        >
          {errorMessage(step.error)} {t('Nothing was saved.')}
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
              ? t('Nothing is saved until the whole file is uploaded.')
              : t('You can’t stop it now, but you can undo it afterward.')
          }
          onCancel={step.sent < 1 ? removeFile : null}
        />
      )
    case 'upload-failed':
      return (
        <Alert
          tone="danger"
          title={isOutcomeUnknown(step.error) ? t('No response from the server') : t('The changes weren’t applied')}
          action={<TryAgain onClick={requestUpload} />}
        >
          {errorMessage(step.error)}{' '}
          {isOutcomeUnknown(step.error)
            ? t('You can safely try again: the changes are applied only once.')
            : t('Nothing was saved.')}
        </Alert>
      )
  }
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      {t('Try again')}
    </Button>
  )
}

type CheckSummaryProps = { preview: UploadPreview; isPaused: boolean }

/** What the check found and what applying the file will do. */
function CheckSummary({ preview, isPaused }: CheckSummaryProps) {
  const { created, updated, unchanged, failed, warned } = preview
  const changes = created + updated
  const leftOut =
    failed > 0 &&
    t('{failed, plural, one {# row with errors will be skipped.} other {# rows with errors will be skipped.}}', {
      failed,
    })

  if (hasNothingToApply(preview)) {
    return (
      <Alert tone="danger" title={nothingToApply}>
        {t('Fix the rows listed below in your file and choose it again. Nothing was saved.')}
      </Alert>
    )
  }
  if (changes === 0) {
    return (
      <Alert tone="info" title={t('Nothing would change')}>
        {t('{unchanged, plural, one {# row matches} other {# rows match}} what’s stored.', { unchanged })} {leftOut}
      </Alert>
    )
  }
  if (isPaused) {
    return (
      <Alert
        tone="warning"
        title={t('{warned, plural, one {Stopped: # row to review} other {Stopped: # rows to review}}', { warned })}
      >
        {t(
          'Rows to review are at the top of the list below. Nothing has been saved yet. To continue, click “{button}”.',
          {
            button: applyLabel(changes),
          },
        )}{' '}
        {leftOut}
      </Alert>
    )
  }
  return (
    <Alert tone={warned > 0 ? 'warning' : 'info'} title={t('Nothing has been saved yet')}>
      {t('Check the list below, then apply {changes, plural, one {the change} other {the changes}}.', { changes })}{' '}
      {leftOut}{' '}
      {warned > 0 &&
        t('Review the {warned, plural, one {row} other {# rows}} at the top of the list first.', {
          warned,
        })}
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
            {t('Cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

const phaseLabels: Record<UploadPhase, string> = {
  reading: t('Reading the file'),
  checking: t('Checking rows'),
  writing: t('Saving rows'),
}

function sendingProgress(sent: number) {
  return { label: t('Uploading the file'), detail: t('{percent}%', { percent: Math.round(sent * 100) }), part: sent }
}

function phaseProgress({ phase, done, total }: UploadProgress) {
  return {
    label: phaseLabels[phase],
    detail: total === null ? undefined : t('{done} of {total, plural, one {# row} other {# rows}}', { done, total }),
    part: total ? Math.min(done / total, 1) : 0,
  }
}
