import { useMutation, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { BulkError } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import {
  type ImportedOrder,
  orderImportApi,
  orderImportColumns,
  orderImportLimits,
  type OrderImportPreview,
  type OrderImportResult,
} from '#contract/order-import.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { upload } from '#web/lib/upload.ts'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { copyFile } from './chosen-file.ts'
import { readOnlyReason } from './upload-card.tsx'

/** Imports orders that no channel sends. The file is checked first; sent again, what came in before is left alone. */
export function OrdersCard() {
  const { role } = useCurrentUser()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (chosen: File) => upload(orderImportApi.preview, chosen, {}) })
  const apply = useImport()
  const isBusy = check.isPending || apply.isPending
  const busyReason = isBusy ? t('You can choose the next file when this one is done.') : null

  async function choose(picked: File) {
    const chosen = await copyFile(picked)
    setFile(chosen)
    apply.reset()
    check.mutate(chosen)
  }

  return (
    <Card id="orders" aria-labelledby="orders-heading">
      <CardHeader
        id="orders-heading"
        title={t('Orders')}
        description={t(
          'For orders from trade shows, phone calls or other systems. They don’t belong to a channel, and no one will be emailed.',
        )}
      />
      <CardBody className="grid gap-4">
        <div>
          <LinkButton href={orderImportApi.template.path} download>
            <Download aria-hidden />
            {t('Download the template')}
          </LinkButton>
        </div>
        <FilePicker
          label={t('Choose an order file')}
          hint={t('Or drop it here. Up to {rows} rows, .xlsx, .xls or .csv. Required columns: {requiredNames}.', {
            rows: orderImportLimits.rows,
            requiredNames,
          })}
          accept=".xlsx,.xls,.csv"
          onPick={([picked, another]) => {
            if (another) toastInvalid(t('Please select one file at a time'))
            else if (picked && !/\.(?:xlsx?|csv)$/i.test(picked.name))
              toastInvalid(t('Please select an Excel or CSV file'))
            else if (picked) void choose(picked)
          }}
          blockedReason={allows(orderImportApi.apply.access, role) ? busyReason : readOnlyReason}
        />
        {check.isPending && <output>{t('Checking {name}…', { name: file?.name ?? '' })}</output>}
        {apply.isPending && <output>{t('Importing {name}…', { name: file?.name ?? '' })}</output>}
        {check.error && (
          <Alert tone="danger" title={t('{name} can’t be read', { name: file?.name ?? '' })}>
            {errorMessage(check.error)}
          </Alert>
        )}
        {apply.error && (
          <Alert
            tone="danger"
            title={t('{name} wasn’t fully imported', { name: file?.name ?? '' })}
            action={
              file && (
                <Button size="small" onClick={() => apply.mutate(file)}>
                  {t('Try again')}
                </Button>
              )
            }
          >
            {errorMessage(apply.error)} {t('You can safely try again: each order is imported only once.')}
          </Alert>
        )}
      </CardBody>
      {check.data && !apply.data && file && (
        <Preview preview={check.data} isPending={apply.isPending} onImport={() => apply.mutate(file)} />
      )}
      {apply.data && <Result result={apply.data} />}
    </Card>
  )
}

const requiredNames = orderImportColumns.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])).join(', ')

const toastInvalid = (description: string) => toast({ variant: 'destructive', title: t('Invalid File'), description })

function useImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(orderImportApi.apply, file, {}),
    onSettled: () =>
      Promise.all(
        ['orders', 'attention', 'inventory'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}

type PreviewProps = { preview: OrderImportPreview; isPending: boolean; onImport: () => void }

function Preview({ preview, isPending, onImport }: PreviewProps) {
  const { created, known, failed, shown, orders } = preview
  return (
    <section aria-label={t('Order preview')} className="border-t">
      <CountTiles
        tiles={[
          { label: t('New orders'), count: created },
          { label: t('Already imported'), count: known },
          { label: t('With errors'), count: failed, tone: 'danger' },
        ]}
      />
      <Errors
        part={preview}
        advice={t('These orders will be skipped. Fix them and choose the file again, or import the rest.')}
      />
      {shown.length > 0 && (
        <Table caption={t('Orders in the file')} columns={columns} rows={shown} rowKey={({ row }) => row} />
      )}
      {orders - failed > shown.length && (
        <p className="border-t px-4 py-3 text-sm text-muted md:px-5">
          {t('Showing the first {shown} of {total, plural, one {# order} other {# orders}}.', {
            shown: shown.length,
            total: orders - failed,
          })}
        </p>
      )}
      <div className="flex justify-end border-t px-4 py-3 md:px-5">
        {created > 0 ? (
          <Button variant="primary" isPending={isPending} onClick={onImport}>
            {t('Import {created, plural, one {# order} other {# orders}}', { created })}
          </Button>
        ) : (
          <p className="text-muted">{t('No new orders to import.')}</p>
        )}
      </div>
    </section>
  )
}

const columns: readonly TableColumn<ImportedOrder>[] = [
  { header: t('Order number'), cell: ({ number }) => number },
  { header: t('Name'), cell: ({ recipient }) => recipient },
  { header: t('Country'), cell: ({ country }) => country },
  { header: t('Lines'), align: 'end', cell: ({ lines }) => formatNumber(lines) },
  { header: t('Units'), align: 'end', cell: ({ units }) => formatNumber(units) },
  { header: t('Total'), align: 'end', cell: ({ total, currency }) => formatMoney(total, currency) },
  {
    header: t('Import'),
    cell: ({ isKnown }) =>
      isKnown ? <Badge tone="neutral">{t('Already imported')}</Badge> : <Badge tone="info">{t('New')}</Badge>,
  },
]

function Result({ result }: { result: OrderImportResult }) {
  const { created, known, failed, waiting } = result
  return (
    <section aria-label={t('Order import result')} className="border-t">
      <CountTiles
        tiles={[
          { label: t('Imported'), count: created },
          { label: t('Already imported'), count: known },
          { label: t('With errors'), count: failed, tone: 'danger' },
        ]}
      />
      {waiting > 0 && (
        <p className="border-t px-4 py-3 md:px-5">
          {t(
            '{waiting, plural, one {# imported order needs attention} other {# imported orders need attention}}, for example due to insufficient stock.',
            { waiting },
          )}
        </p>
      )}
      {created > 0 && (
        <div className="border-t px-4 py-3 md:px-5">
          <LinkButton href="/orders">{t('View orders')}</LinkButton>
        </div>
      )}
      <Errors
        part={result}
        advice={t('Fix these rows and import the file again. Orders already imported won’t change.')}
      />
    </section>
  )
}

const errorColumns: readonly TableColumn<BulkError>[] = [
  { header: t('Row'), cell: ({ row }) => t('Row {row}', { row }) },
  { header: t('Column'), cell: ({ column }) => column },
  { header: t('Reason'), cell: ({ reason }) => reason },
]

type ErrorsProps = { part: Pick<OrderImportResult, 'errors' | 'errorCount'>; advice: string }

function Errors({ part: { errors, errorCount }, advice }: ErrorsProps) {
  if (errors.length === 0) return null
  return (
    <>
      <p className="border-t px-4 py-3 md:px-5">{advice}</p>
      <Table
        caption={t('Rows with errors')}
        columns={errorColumns}
        rows={errors}
        rowKey={({ row, column, reason }) => `${row} ${column} ${reason}`}
      />
      {errorCount > errors.length && (
        <p className="border-t px-4 py-3 text-sm text-muted md:px-5">
          {t('Showing the first {shown} of {total, plural, one {# error} other {# errors}}.', {
            shown: errors.length,
            total: errorCount,
          })}
        </p>
      )}
    </>
  )
}
