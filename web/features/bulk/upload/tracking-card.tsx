import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkApi, type BulkError, trackingColumns, type TrackingUpload, trackingUploadRows } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { upload } from '#web/lib/upload.ts'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { fileEndings, hasFileEnding } from './chosen-file.ts'
import { readOnlyReason } from './upload-card.tsx'

/** Ships the orders of a file with tracking numbers. A file may be sent again: what was recorded stays as it is. */
export function TrackingCard() {
  const { role } = useCurrentUser()
  const ship = useTrackingUpload()
  const busyReason = ship.isPending ? t('You can choose the next file when this one is done.') : null
  return (
    <Card aria-labelledby="tracking-heading">
      <CardHeader
        id="tracking-heading"
        title={t('Tracking numbers')}
        description={t('For orders you ship yourself. Each row is one package with all remaining items in its order.')}
      />
      <CardBody className="grid gap-4">
        <FilePicker
          label={t('Choose a tracking number file')}
          hint={t('Or drop it here. Up to {rows} rows, .xlsx, .xls or .csv. Columns: {columnNames}.', {
            rows: trackingUploadRows,
            columnNames,
          })}
          accept={fileEndings.join(',')}
          onPick={([file, another]) => {
            if (another) toastInvalid(t('Please select one file at a time'))
            else if (file && !hasFileEnding(file.name)) toastInvalid(t('Please select an Excel or CSV file'))
            else if (file) ship.mutate(file)
          }}
          blockedReason={allows(bulkApi.tracking.access, role) ? busyReason : readOnlyReason}
        />
        {ship.isPending && <output>{t('Processing {name}…', { name: ship.variables.name })}</output>}
        {ship.error && (
          <Alert
            tone="danger"
            title={t('{name} wasn’t processed', { name: ship.variables.name })}
            action={
              <Button size="small" onClick={() => ship.mutate(ship.variables)}>
                {t('Try again')}
              </Button>
            }
          >
            {errorMessage(ship.error)} {t('You can safely try again: each package is recorded only once.')}
          </Alert>
        )}
      </CardBody>
      {ship.data && <TrackingResult result={ship.data} />}
    </Card>
  )
}

const columnNames = trackingColumns
  .map(({ name, isRequired }) => (isRequired ? name : t('{name} (optional)', { name })))
  .join(', ')

const toastInvalid = (description: string) => toast({ variant: 'destructive', title: t('Invalid File'), description })

function useTrackingUpload() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(bulkApi.tracking, file, {}),
    onSettled: () =>
      Promise.all(
        ['orders', 'attention', 'inventory'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}

const errorColumns: readonly TableColumn<BulkError>[] = [
  { header: t('Row'), cell: ({ row }) => t('Row {row}', { row }) },
  { header: t('Column'), cell: ({ column }) => column },
  { header: t('Reason'), cell: ({ reason }) => reason },
]

function TrackingResult({ result: { shipped, unchanged, failed, errors } }: { result: TrackingUpload }) {
  return (
    <section aria-label={t('Tracking number results')} className="border-t">
      <CountTiles
        tiles={[
          { label: t('Shipped'), count: shipped },
          { label: t('Already recorded'), count: unchanged },
          { label: t('With errors'), count: failed, tone: 'danger' },
        ]}
      />
      {errors.length > 0 && (
        <>
          <p className="border-t px-4 py-3 md:px-5">
            {t('Fix these rows and upload the file again. Rows already recorded won’t change.')}
          </p>
          <Table
            caption={t('Rows with errors')}
            columns={errorColumns}
            rows={errors}
            rowKey={({ row, column }) => `${row} ${column}`}
          />
        </>
      )}
    </section>
  )
}
