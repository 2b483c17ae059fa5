import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bulkApi, uploadColumns, uploadLimits, type UploadPreview } from '#contract/bulk.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildBulkErrors, buildPreview, buildPreviewRow } from '#web/testing/bulk-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { reportUploadProgress, answer, breakConnection, neverAnswer, refuse } from '#web/testing/server.ts'

const stock = new File(['the bytes'], 'stock.xlsx')

beforeEach(() => {
  answerAmazon()
  answer(bulkApi.changeSets, [])
  refuse(bulkApi.progress, 404, 'This bulk change doesn’t exist.')
})

afterEach(() => vi.restoreAllMocks())

const open = () => openApp('/bulk-upload', buildCurrentUser())
const picker = () => screen.findByLabelText<HTMLInputElement>('Choose an Excel file')
const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }))

async function choose(file = stock) {
  const user = open()
  await screen.findByText(/^No bulk changes yet/)
  await user.upload(await picker(), file)
  return user
}

describe('the screen', () => {
  it('shows its heading, the template and the sync, which needs an account', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Bulk Upload' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Download Template' })).toHaveAttribute('href', '/api/bulk/template')
    expect(screen.getByRole('button', { name: 'Force Two-Way Sync Now' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('describes every column of the file', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: 'File columns' }))
    const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Column', 'Required', 'Description'],
      ...uploadColumns.map(({ name, isRequired, note }) => [name, isRequired ? 'Required' : 'Optional', note]),
    ])
    expect(
      rows
        .slice(1)
        .filter(([, required]) => required === 'Required')
        .map(([name]) => name),
    ).toEqual(['SKU', 'Title', 'Price', 'Quantity'])
  })

  it('offers Excel and CSV files only and says how large they may be', async () => {
    open()
    expect(await picker()).toHaveAttribute('accept', '.xlsx,.xls,.csv')
    expect(await picker()).toHaveAccessibleDescription(
      'Or drop it here. Up to 20 MB and 100,000 rows, .xlsx, .xls or .csv.',
    )
  })

  it('is readable by readonly and says why they can’t upload', async () => {
    openApp('/bulk-upload', buildCurrentUser({ role: 'readonly' }))
    expect(await picker()).toBeDisabled()
    expect(await picker()).toHaveAccessibleDescription('Your role is Read Only. Operations and Admin can upload files.')
    const button = screen.getByRole('button', { name: 'Upload & Process' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Operations and Admin can upload files.')
    expect(screen.getByRole('link', { name: 'Download Template' })).toBeInTheDocument()
  })
})

describe('a file of the wrong kind', () => {
  it('is refused when it is dropped', async () => {
    const checked = answer(bulkApi.preview, buildPreview())
    open()
    fireEvent.drop(await picker(), { dataTransfer: { files: [new File(['x'], 'stock.txt')] } })
    expect(await screen.findByText('Invalid File')).toBeInTheDocument()
    expect(screen.getByText('Please select an Excel file (.xlsx or .xls)')).toBeInTheDocument()
    expect(checked).toEqual([])
  })

  it('keeps the file that was chosen before', async () => {
    answer(bulkApi.preview, buildPreview())
    await choose()
    await preview()
    fireEvent.drop(await picker(), { dataTransfer: { files: [new File(['x'], 'photo.png')] } })
    expect(await screen.findByText('Invalid File')).toBeInTheDocument()
    expect(screen.getByText('stock.xlsx', { selector: 'span' })).toBeInTheDocument()
  })

  it('is reported differently from several files', async () => {
    open()
    fireEvent.drop(await picker(), { dataTransfer: { files: [stock, stock] } })
    expect(await screen.findByText('Please select one file at a time')).toBeInTheDocument()
  })

  it('is refused as too large before a byte is sent', async () => {
    const checked = answer(bulkApi.preview, buildPreview())
    const huge = new File(['x'], 'huge.xlsx')
    Object.defineProperty(huge, 'size', { value: uploadLimits.bytes + 1 })
    await choose(huge)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('huge.xlsx is too large')
    expect(alert).toHaveTextContent('It is 20.1 MB; the limit is 20 MB.')
    expect(checked).toEqual([])
  })
})

describe('the check', () => {
  it('starts when a file is chosen and sends its id and the bytes', async () => {
    const checked = answer(bulkApi.preview, buildPreview())
    await choose()
    await preview()
    expect(checked).toHaveLength(1)
    expect(checked[0]?.['changeSetId']).toMatch(/^[0-9a-f-]{36}$/)
    expect(checked[0]?.['multipart']).toMatch(/name="file"; filename="stock.xlsx"[^]*the bytes/)
  })

  it('starts for a dropped file too', async () => {
    const checked = answer(bulkApi.preview, buildPreview())
    open()
    fireEvent.drop(await picker(), { dataTransfer: { files: [stock] } })
    await preview()
    expect(checked).toHaveLength(1)
  })

  it('shows its progress in rows', async () => {
    reportUploadProgress(1)
    neverAnswer(bulkApi.preview)
    const requests = answer(bulkApi.progress, { phase: 'checking', done: 12_000, total: 50_000 })
    await choose()
    const bar = await screen.findByRole('progressbar', { name: 'Checking rows' })
    expect(screen.getByText('12,000 of 50,000 rows')).toBeInTheDocument()
    expect(bar).toHaveAttribute('value', String((2 + 12 / 50) / 3))
    expect(screen.getByText('Nothing is saved while the file is checked.')).toBeInTheDocument()
    await waitFor(() => expect(requests.length).toBeGreaterThan(1))
  })

  it('shows “Reading the file” until the server reports progress', async () => {
    reportUploadProgress(1)
    neverAnswer(bulkApi.preview)
    await choose()
    expect(await screen.findByRole('progressbar', { name: 'Reading the file' })).toBeInTheDocument()
  })

  it('can be cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<UploadPreview>()
    answer(bulkApi.preview, () => promise)
    const user = await choose()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.queryByText('stock.xlsx')).not.toBeInTheDocument()
    resolve(buildPreview())
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument()
  })

  it('shows the server’s error without a retry when the file is refused', async () => {
    refuse(bulkApi.preview, 422, 'The sheet has no column Price.')
    await choose()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The file couldn’t be checked')
    expect(alert).toHaveTextContent('The sheet has no column Price. Nothing was saved.')
    expect(within(alert).queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  it('can be retried after a server error', async () => {
    refuse(bulkApi.preview, 503, 'Other files are being read.')
    const user = await choose()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Other files are being read.')
    answer(bulkApi.preview, buildPreview())
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await preview()
  })

  it('shows an error when the connection breaks', async () => {
    breakConnection(bulkApi.preview)
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent('Lockstep can’t be reached.')
  })

  it('forgets the file when it is removed', async () => {
    answer(bulkApi.preview, buildPreview())
    const user = await choose()
    await preview()
    await user.click(screen.getByRole('button', { name: 'Remove stock.xlsx' }))
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument()
  })
})

describe('the preview', () => {
  it('shows the counts and says that nothing is written', async () => {
    answer(
      bulkApi.preview,
      buildPreview({ processed: 1_260, created: 3, updated: 1_204, unchanged: 40, failed: 13, warned: 0 }),
    )
    await choose()
    const card = await preview()
    for (const [label, count] of [
      ['To add', '3'],
      ['To change', '1,204'],
      ['Unchanged', '40'],
      ['With errors', '13'],
      ['To review', '0'],
    ] as const) {
      expect(card.getByText(label, { selector: 'dt' }).nextElementSibling).toHaveTextContent(count)
    }
    expect(card.getByText('Sheet “Sheet1” in stock.xlsx')).toBeInTheDocument()
    expect(screen.getByText('Nothing has been saved yet')).toBeVisible()
    expect(
      screen.getByText(/Check the list below, then apply the changes\. 13 rows with errors will be skipped\./),
    ).toBeVisible()
  })

  it('shows cells before and after, new SKUs and warnings', async () => {
    const doubled = buildPreviewRow({ row: 9, sku: 'HP-9', warnings: ['The price is cut by half or more.'] })
    const added = buildPreviewRow({
      row: 3,
      sku: 'NEW-1',
      isNew: true,
      cells: [
        { field: 'title', before: null, after: 'Oil lamp' },
        { field: 'asin', before: null, after: null },
      ],
    })
    answer(bulkApi.preview, buildPreview({ created: 1, updated: 1, warned: 1, changes: [doubled, added] }))
    await choose()
    const table = within((await preview()).getByRole('table', { name: 'What would change' }))
    const [first, second] = table.getAllByRole('row').slice(1)
    expect(first).toHaveTextContent(/^HP-99Price was \$19\.00 becomes \$21\.50The price is cut by half or more\.$/)
    expect(within(first as HTMLElement).getByText('$19.00').tagName).toBe('DEL')
    expect(second).toHaveTextContent(/^NEW-1New3Title Oil lamp—$/)
    expect(screen.getByText('Rows to review come first.')).toBeInTheDocument()
    expect(screen.getByText(/Review the row at the top of the list first\./)).toBeInTheDocument()
  })

  it('shows a long list in steps and says how long it is', async () => {
    const changes = Array.from({ length: 30 }, (_, index) => buildPreviewRow({ row: index + 2, sku: `HP-${index}` }))
    answer(bulkApi.preview, buildPreview({ updated: 5_000, changes }))
    const user = await choose()
    const section = within(await screen.findByRole('region', { name: 'What would change' }))
    expect(section.getAllByRole('row')).toHaveLength(21)
    expect(section.getByText(/Showing the first 30 of 5,000 rows\./)).toBeInTheDocument()
    await user.click(section.getByRole('button', { name: 'Load more' }))
    expect(section.getAllByRole('row')).toHaveLength(31)
    expect(section.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
  })

  it('names the ignored columns', async () => {
    answer(bulkApi.preview, buildPreview({ ignoredColumns: ['Colour', 'Bin'] }))
    await choose()
    expect((await preview()).getByText(/^Ignored columns: Colour, Bin$/)).toBeInTheDocument()
  })

  it('lists errors by row, column and reason, and offers them as a download', async () => {
    const draft = buildPreview({ failed: 25, processed: 26, errors: buildBulkErrors(25) })
    answer(bulkApi.preview, draft)
    const user = await choose()
    const section = within(await screen.findByRole('region', { name: 'Rows with errors' }))
    const table = within(section.getByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Row',
      'Column',
      'Reason',
    ])
    expect(table.getAllByRole('row')[1]).toHaveTextContent(/^Row 2PricePrice 0 must be a number$/)
    expect(section.getByRole('link', { name: 'Download errors' })).toHaveAttribute(
      'href',
      `/api/bulk/change-sets/${draft.changeSetId}/errors`,
    )
    await user.click(section.getByRole('button', { name: 'Load more' }))
    expect(table.getAllByRole('row')).toHaveLength(26)
  })

  it('says when the list of errors is truncated', async () => {
    answer(bulkApi.preview, buildPreview({ failed: 900, processed: 901, errors: buildBulkErrors(200) }))
    await choose()
    expect(await screen.findByText(/The first 200 errors:$/)).toBeInTheDocument()
  })

  it('says when nothing would change', async () => {
    answer(bulkApi.preview, buildPreview({ processed: 2, updated: 0, unchanged: 2, changes: [] }))
    await choose()
    expect(await screen.findByText('Nothing would change')).toBeInTheDocument()
    expect(screen.getByText('2 rows match what’s stored.')).toBeInTheDocument()
  })

  it('says when nothing can be applied', async () => {
    answer(bulkApi.preview, buildPreview({ updated: 0, failed: 1, changes: [], errors: buildBulkErrors(1) }))
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing to apply: every row in the file has an error.')
  })
})
