import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bulkApi, type UploadPreview } from '#contract/bulk.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildBulkErrors, buildChangeSet, buildPreview, buildUploadResult } from '#web/testing/bulk-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { reportUploadProgress, answer, breakConnection, neverAnswer, refuse } from '#web/testing/server.ts'

const stock = new File(['the bytes'], 'stock.xlsx')

beforeEach(() => {
  answerAmazon()
  answer(bulkApi.changeSets, [])
  answer(bulkApi.preview, buildPreview())
  refuse(bulkApi.progress, 404, 'This bulk change doesn’t exist.')
})

afterEach(() => vi.restoreAllMocks())

const button = () => screen.findByRole('button', { name: 'Upload & Process' })
const apply = (changes = '1 change') => screen.findByRole('button', { name: `Apply ${changes}` })
const preview = () => screen.findByRole('region', { name: 'Preview' })
const result = async () => within(await screen.findByRole('region', { name: 'Result' }))

async function choose() {
  const user = openApp('/bulk-upload', buildCurrentUser())
  await screen.findByText(/^No bulk changes yet/)
  await user.upload(await screen.findByLabelText('Choose an Excel file'), stock)
  return user
}

async function chooseAndPress() {
  const user = await choose()
  await preview()
  await user.click(await apply())
  return user
}

/** A check that ends when the test says so. */
function holdCheck() {
  const { promise, resolve } = Promise.withResolvers<UploadPreview>()
  answer(bulkApi.preview, () => promise)
  return resolve
}

it('Upload & Process without a file stays enabled and asks for one', async () => {
  const user = openApp('/bulk-upload', buildCurrentUser())
  await user.click(await button())
  expect(await screen.findByText('No File Selected')).toBeInTheDocument()
  expect(screen.getByText('Please select a file to upload')).toBeInTheDocument()
})

describe('Apply after the check', () => {
  it('sends the same bytes with another id and shows the counts', async () => {
    const checked = answer(bulkApi.preview, buildPreview())
    const sent = answer(bulkApi.upload, buildUploadResult({ processed: 1_250, updated: 1_204, created: 3 }))
    await chooseAndPress()
    expect(await screen.findByText('Upload Successful')).toBeInTheDocument()
    expect(screen.getByText('Processed 1,250 rows: 1,204 updated, 3 created')).toBeInTheDocument()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.['changeSetId']).not.toBe(checked[0]?.['changeSetId'])
    expect(sent[0]?.['multipart']).toMatch(/name="file"; filename="stock.xlsx"[^]*the bytes/)
  })

  it('shows the server’s error when it fails and keeps the file', async () => {
    refuse(bulkApi.upload, 422, 'The file has changed places with another.')
    const user = await chooseAndPress()
    expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('The changes weren’t applied')
    expect(alert).toHaveTextContent('The file has changed places with another. Nothing was saved.')
    expect(screen.getByRole('button', { name: 'Remove stock.xlsx' })).toBeInTheDocument()
    answer(bulkApi.upload, buildUploadResult())
    await user.click(await apply())
    expect(await screen.findByText('Upload Successful')).toBeInTheDocument()
  })

  it('shows progress and can’t be stopped any more', async () => {
    reportUploadProgress(1)
    neverAnswer(bulkApi.upload)
    answer(bulkApi.progress, { phase: 'writing', done: 25_000, total: 50_000 })
    await chooseAndPress()
    const bar = await screen.findByRole('progressbar', { name: 'Saving rows' })
    expect(bar).toHaveAttribute('value', String(3.5 / 4))
    expect(screen.getByText('25,000 of 50,000 rows')).toBeInTheDocument()
    expect(screen.getByText(/can’t stop it now, but you can undo it afterward/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Remove stock.xlsx' })).not.toBeInTheDocument()
    expect(screen.getByLabelText('Choose an Excel file')).toBeDisabled()
    expect(await apply()).toHaveAttribute('aria-busy', 'true')
  })

  it('can be cancelled while the file is still being sent, without an error', async () => {
    const user = await choose()
    await preview()
    reportUploadProgress(0.4)
    neverAnswer(bulkApi.upload)
    await user.click(await apply())
    expect(await screen.findByText('40%')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Uploading the file' })).toHaveAttribute('value', '0.1')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument()
  })
})

describe('Upload & Process while the check runs', () => {
  it('starts the upload by itself when the check is done', async () => {
    const endCheck = holdCheck()
    const sent = answer(bulkApi.upload, buildUploadResult())
    const user = await choose()
    await user.click(await button())
    expect(await screen.findByText('The upload will start automatically after the check.')).toBeInTheDocument()
    expect(sent).toEqual([])
    endCheck(buildPreview())
    expect(await screen.findByText('Upload Successful')).toBeInTheDocument()
    expect(sent).toHaveLength(1)
  })

  it('stops when rows have warnings, and continues at the next press', async () => {
    const endCheck = holdCheck()
    const sent = answer(bulkApi.upload, buildUploadResult())
    const user = await choose()
    await user.click(await button())
    endCheck(buildPreview({ warned: 1, failed: 1, processed: 2 }))
    expect(await screen.findByText('Stopped: 1 row to review')).toBeInTheDocument()
    expect(screen.getByText(/click “Apply 1 change”\. 1 row with errors will be skipped\./)).toBeVisible()
    expect(sent).toEqual([])
    await user.click(await apply())
    expect(await screen.findByText('Upload Successful')).toBeInTheDocument()
  })

  it('reports a failed upload when the check fails', async () => {
    refuse(bulkApi.preview, 422, 'The workbook is protected by a password.')
    const user = await choose()
    await screen.findByText('The file couldn’t be checked')
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument()
    await user.click(await button())
    expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
    expect(screen.getAllByText(/The workbook is protected by a password\./)).toHaveLength(2)
  })
})

it('a file without a valid row is not sent', async () => {
  const endCheck = holdCheck()
  const sent = answer(bulkApi.upload, buildUploadResult())
  const user = await choose()
  await user.click(await button())
  endCheck(buildPreview({ updated: 0, failed: 1, changes: [], errors: buildBulkErrors(1) }))
  expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
  expect(screen.getAllByText('Nothing to apply: every row in the file has an error.')).toHaveLength(2)
  const blocked = await apply('0 changes')
  expect(blocked).toHaveAttribute('aria-disabled', 'true')
  await user.click(blocked)
  expect(sent).toEqual([])
})

it('the button says why when the file changes nothing', async () => {
  answer(bulkApi.preview, buildPreview({ updated: 0, unchanged: 1, changes: [] }))
  await choose()
  await preview()
  ;(await apply('0 changes')).focus()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('The file contains no changes.')
})

it('the button counts new and changed rows', async () => {
  answer(bulkApi.preview, buildPreview({ processed: 1_207, created: 3, updated: 1_204 }))
  await choose()
  expect(await apply('1,207 changes')).toBeEnabled()
})

describe('a file with risky values', () => {
  const lamp = { sku: 'LAMP', field: 'price', from: 68, to: 2.5, why: 'The price drops by 90% or more.' } as const
  const risks = { changes: [lamp], total: 1, confirmation: 'seen' }
  const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'Is this value right?' }))

  it('is applied after they were seen and ticked, and never by a double click', async () => {
    answer(bulkApi.preview, buildPreview({ warned: 1, risks }))
    const sent = answer(bulkApi.upload, buildUploadResult())
    const user = await choose()
    await preview()
    await user.dblClick(await apply())
    const shown = await dialog()
    expect(shown.getByRole('listitem')).toHaveTextContent('LAMPPrice $68.00 → $2.50The price drops by 90% or more.')
    await user.click(shown.getByRole('button', { name: 'Apply this value' }))
    expect(sent).toEqual([])
    await user.click(shown.getByRole('checkbox', { name: 'I checked it' }))
    await user.click(shown.getByRole('button', { name: 'Apply this value' }))
    expect(await screen.findByText('Upload Successful')).toBeInTheDocument()
    expect(sent).toHaveLength(1)
  })

  it('waits when the person goes back', async () => {
    answer(bulkApi.preview, buildPreview({ warned: 1, risks }))
    const sent = answer(bulkApi.upload, buildUploadResult())
    const user = await choose()
    await preview()
    await user.click(await apply())
    await user.click((await dialog()).getByRole('button', { name: 'Go back' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(await apply()).toBeEnabled()
    expect(sent).toEqual([])
  })
})

describe('a connection that breaks', () => {
  function noteNames() {
    const names: (string | null)[] = []
    const { open } = XMLHttpRequest.prototype
    vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
      this: XMLHttpRequest,
      method: string,
      url: string | URL,
    ) {
      const { pathname, searchParams } = new URL(url, window.location.origin)
      if (pathname === bulkApi.upload.path) names.push(searchParams.get('changeSetId'))
      open.call(this, method, url, true)
    })
    return names
  }

  it('can be retried with the same id, so that the file is applied once', async () => {
    const names = noteNames()
    breakConnection(bulkApi.upload)
    const user = await chooseAndPress()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No response from the server')
    expect(alert).toHaveTextContent('You can safely try again: the changes are applied only once')
    refuse(bulkApi.upload, 503, 'The database did not answer.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/The database did not answer\. You can safely try again/)
    answer(bulkApi.upload, buildUploadResult())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await result()
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(1)
  })
})

describe('the result', () => {
  const applied = buildUploadResult({
    processed: 50,
    updated: 42,
    created: 3,
    unchanged: 1,
    failed: 4,
    errors: buildBulkErrors(4),
  })

  it('shows the counts and the rows left out', async () => {
    answer(bulkApi.upload, applied)
    await chooseAndPress()
    const card = await result()
    for (const [label, count] of [
      ['Processed', '50'],
      ['Updated', '42'],
      ['Created', '3'],
      ['Unchanged', '1'],
      ['Skipped', '4'],
    ] as const) {
      expect(card.getByText(label, { selector: 'dt' }).nextElementSibling).toHaveTextContent(count)
    }
    expect(card.getByText('Changes made by stock.xlsx')).toBeInTheDocument()
    expect(card.getByRole('table', { name: 'Skipped rows' })).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Download errors' })).toHaveAttribute(
      'href',
      `/api/bulk/change-sets/${applied.changeSetId}/errors`,
    )
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument()
  })

  it('removes the file, so that it is not applied twice by accident', async () => {
    answer(bulkApi.upload, applied)
    const user = await chooseAndPress()
    await result()
    await user.click(await button())
    expect(await screen.findByText('No File Selected')).toBeInTheDocument()
  })

  it('can be undone from here and then shows Undone', async () => {
    const entry = buildChangeSet({ id: applied.changeSetId })
    const user = await choose()
    await preview()
    answer(bulkApi.upload, applied)
    answer(bulkApi.changeSets, [entry])
    await user.click(await apply())
    const card = await result()
    await user.click(await card.findByRole('button', { name: 'Undo 42 SKUs changed, 3 added' }))
    const undone = answer(bulkApi.undo, { changeSetId: entry.id, undone: 45, conflicted: 0, conflicts: [] })
    answer(bulkApi.changeSets, [{ ...entry, status: 'undone', undoableUntil: null }])
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }))
    expect(await card.findByText('Undone')).toBeInTheDocument()
    expect(card.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    expect(undone).toEqual([{ changeSetId: entry.id }])
  })
})

it('the toast undoes the upload, and leads to what was left alone', async () => {
  const applied = buildUploadResult({ updated: 45 })
  answer(bulkApi.upload, applied)
  answer(bulkApi.changedRows, [])
  const undone = answer(bulkApi.undo, { changeSetId: 'undo', undone: 44, conflicted: 1, conflicts: [] })
  const user = await chooseAndPress()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('44 SKUs restored, 1 left unchanged')).toBeInTheDocument()
  expect(undone).toEqual([{ changeSetId: applied.changeSetId }])
  await user.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(window.location.search).toBe(`?change=${applied.changeSetId}`))
})

it('products and stock of other screens are refetched after an upload', async () => {
  const { productsApi } = await import('#contract/products.ts')
  await import('#web/features/products/products-page.tsx')
  const requests = answer(productsApi.list, [])
  answer(bulkApi.upload, buildUploadResult())
  const user = openApp('/products', buildCurrentUser())
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Bulk Upload' }))
  await user.upload(await screen.findByLabelText('Choose an Excel file'), stock)
  await preview()
  await user.click(await apply())
  await result()
  await user.click(screen.getByRole('link', { name: 'Products' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})
