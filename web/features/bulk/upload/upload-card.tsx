import { bulkApi, uploadLimits } from '#contract/bulk.ts'
import { allows } from '#contract/roles.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { fileEndings, formatFileSize } from './accept-file.ts'
import { ChosenFile } from './chosen-file.tsx'
import { UploadStatus } from './step-news.tsx'
import type { UploadStep } from './upload-steps.ts'
import type { UploadFlow } from './use-upload-flow.ts'

const limits = `Up to ${formatFileSize(uploadLimits.bytes)} and ${formatNumber(uploadLimits.rows)} rows, .xlsx or .xls.`

export function UploadCard({ flow }: { flow: UploadFlow }) {
  const { step, pick, press, putAway } = flow
  const { role } = useCurrentUser()
  const isBusy = step.at === 'uploading' || (step.at === 'checking' && step.isWanted)

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
            onClick={press}
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
        {'file' in step && <ChosenFile file={step.file} onRemove={step.at === 'uploading' ? null : putAway} />}
        <UploadStatus flow={flow} />
      </CardBody>
    </Card>
  )
}

const readOnlyReason = 'Your role is Read Only. Operations and Admin can upload files.'

function busyReason({ at }: UploadStep): string | null {
  return at === 'uploading' ? 'The next file can be chosen when this one is through.' : null
}
