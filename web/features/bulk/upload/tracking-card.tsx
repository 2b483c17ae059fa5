import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkApi, type BulkError, trackingColumns, type TrackingUpload, trackingUploadRows } from '#contract/bulk.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { upload } from '#web/lib/upload.ts'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { readOnlyReason } from './upload-card.tsx'

/** Ships the orders of a file with tracking numbers. A file may be sent again: what was recorded stays as it is. */
export function TrackingCard() {
  const { role } = useCurrentUser()
  const ship = useTrackingUpload()
  const busyReason = ship.isPending ? 'The next file can be chosen when this one is through.' : null
  return (
    <Card aria-labelledby="tracking-heading">
      <CardHeader
        id="tracking-heading"
        title="Tracking numbers"
        description="Orders that you ship yourself: each row of the file is a parcel with everything that is left of its order."
      />
      <CardBody className="grid gap-4">
        <FilePicker
          label="Choose a file of tracking numbers"
          hint={`Or drop it here. Up to ${formatNumber(trackingUploadRows)} rows, .xlsx, .xls or .csv, with the columns ${columnNames}.`}
          accept=".xlsx,.xls,.csv"
          onPick={([file, another]) => {
            if (another) toastInvalid('Please select one file at a time')
            else if (file && !isTrackingFile(file)) toastInvalid('Please select an Excel or CSV file')
            else if (file) ship.mutate(file)
          }}
          blockedReason={allows(bulkApi.tracking.access, role) ? busyReason : readOnlyReason}
        />
        {ship.isPending && <output>{ship.variables.name} is being applied…</output>}
        {ship.error && (
          <Alert
            tone="danger"
            title={`${ship.variables.name} wasn’t applied`}
            action={
              <Button size="small" onClick={() => ship.mutate(ship.variables)}>
                Try again
              </Button>
            }
          >
            {errorMessage(ship.error)} Trying again does no harm: a parcel is recorded once.
          </Alert>
        )}
      </CardBody>
      {ship.data && <TrackingResult result={ship.data} />}
    </Card>
  )
}

const columnNames = trackingColumns.map(({ name, isRequired }) => (isRequired ? name : `${name} (optional)`)).join(', ')

const isTrackingFile = ({ name }: File): boolean => /\.(?:xlsx?|csv)$/i.test(name)

const toastInvalid = (description: string) => toast({ variant: 'destructive', title: 'Invalid File', description })

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
  { header: 'Row', cell: ({ row }) => `Row ${formatNumber(row)}` },
  { header: 'Column', cell: ({ column }) => column },
  { header: 'Reason', cell: ({ reason }) => reason },
]

function TrackingResult({ result: { shipped, unchanged, failed, errors } }: { result: TrackingUpload }) {
  return (
    <section aria-label="Result of the tracking numbers" className="border-t">
      <CountTiles
        tiles={[
          { label: 'Shipped', count: shipped },
          { label: 'Recorded before', count: unchanged },
          { label: 'With errors', count: failed, tone: 'danger' },
        ]}
      />
      {errors.length > 0 && (
        <>
          <p className="border-t px-4 py-3 md:px-5">
            Fix these rows and upload the file again. Rows already recorded won’t change.
          </p>
          <Table
            caption="Rows with errors"
            columns={errorColumns}
            rows={errors}
            rowKey={({ row, column }) => `${row} ${column}`}
          />
        </>
      )}
    </section>
  )
}
