import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkApi, mostShown } from '#contract/bulk.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildChangedRow, buildChangeSet, buildUndoConflict } from '#web/testing/bulk-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const uploaded = buildChangeSet({ failed: 2 })
const saved = buildChangeSet({ kind: 'sheet', summary: '7 SKUs changed', fileName: null, status: 'undone' })
const undid = buildChangeSet({
  kind: 'undo',
  summary: 'Undo of a sheet save: 6 SKUs restored, 1 left alone',
  fileName: null,
  failed: 1,
  undoableUntil: null,
})

beforeEach(() => {
  answerAmazon()
  answer(bulkApi.changeSets, [undid, uploaded, { ...saved, undoneAt: '2026-01-02T00:00:00Z', undoableUntil: null }])
})

const open = (role: 'readonly' | 'ops' = 'ops', path = '/bulk-upload') => openApp(path, buildCurrentUser({ role }))
const history = async () => within(await screen.findByRole('region', { name: 'Bulk change history' }))
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const undoButton = () => screen.findByRole('button', { name: 'Undo 42 SKUs changed, 3 added' })

describe('the history', () => {
  it('shows what was changed, by whom, when and its status', async () => {
    open()
    const upload = await row(/^42 SKUs changed/)
    const headers = (await history()).getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers).toEqual(['What', 'Who', 'When', 'Status', 'Actions'])
    expect(upload.getByText('Upload · stock.xlsx')).toBeInTheDocument()
    expect(upload.getByText('Omar Reyes')).toBeInTheDocument()
    expect(upload.getByText(/ ago$/)).toBeInTheDocument()
    expect(upload.getByText('Applied')).toBeInTheDocument()
  })

  it('shows undone changes and the undo that did it', async () => {
    open()
    const undone = await row(/^7 SKUs changed/)
    expect(undone.getByText('Undone')).toBeInTheDocument()
    expect(undone.getByText('Sheet View')).toBeInTheDocument()
    expect(undone.getAllByText(/ ago$/)).toHaveLength(2)
    expect(undone.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    const undo = await row(/^Undo of a sheet save: 6 SKUs/)
    expect(undo.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  it('shows failed changes as failed', async () => {
    answer(bulkApi.changeSets, [buildChangeSet({ status: 'failed', undoableUntil: null })])
    open()
    expect((await row(/^42 SKUs changed/)).getByText('Failed')).toBeInTheDocument()
  })

  it('is loaded page by page', async () => {
    answer(bulkApi.changeSets, [uploaded], { total: 2, next: 'after' })
    const user = open()
    await row(/^42 SKUs changed/)
    const requests = answer(bulkApi.changeSets, [saved], { total: 2 })
    await user.click((await history()).getByRole('button', { name: 'Load more' }))
    await row(/^7 SKUs changed/)
    await row(/^42 SKUs changed/)
    expect(requests).toEqual([{ cursor: 'after' }])
  })

  it('describes what will appear while it is empty', async () => {
    answer(bulkApi.changeSets, [])
    open()
    expect(await screen.findByText(/^No bulk changes yet\./)).toBeInTheDocument()
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(bulkApi.changeSets)
    open()
    expect((await history()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows the server’s error when it can’t be loaded, and a retry button', async () => {
    refuse(bulkApi.changeSets, 503, 'The database did not answer.')
    const user = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(bulkApi.changeSets, [uploaded])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await row(/^42 SKUs changed/)
  })

  it('refreshes when others make bulk changes', async () => {
    open()
    await row(/^42 SKUs changed/)
    answer(bulkApi.changeSets, [buildChangeSet({ summary: '9 SKUs added', actorName: 'Mia Chen' })])
    FakeEventSource.latest.send('bulk')
    expect((await row(/^9 SKUs added/)).getByText('Mia Chen')).toBeInTheDocument()
  })
})

describe('View', () => {
  const changes = [
    buildChangedRow({ undoOutcome: 'undone' }),
    buildChangedRow({
      resource: 'stock',
      undoOutcome: 'conflict',
      cells: [{ field: 'quantity', before: 5, after: 0 }],
    }),
    buildChangedRow({
      row: 3,
      resource: 'product',
      label: 'Oil lamp',
      isNew: true,
      cells: [{ field: 'category', before: null, after: 'Lamps' }],
    }),
  ]

  async function view(user = open()) {
    await user.click(await screen.findByRole('button', { name: 'View 42 SKUs changed, 3 added' }))
    return { user, drawer: within(await screen.findByRole('dialog', { name: '42 SKUs changed, 3 added' })) }
  }

  it('opens the changed rows with their values before and after', async () => {
    const requests = answer(bulkApi.changedRows, changes, { total: 3 })
    const { drawer } = await view()
    const items = within(await drawer.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
    const texts = items.filter((item) => item.parentElement?.getAttribute('aria-label')).map((item) => item.textContent)
    expect(texts).toEqual([
      'HP-1001SKURestoredPrice was $19.00 becomes $21.50',
      'HP-1001StockSkippedQuantity was 5 becomes 0',
      'Oil lampProductNewCategory Lamps',
    ])
    expect(requests).toEqual([{ changeSetId: uploaded.id }])
    expect(drawer.getByText('2 rows skipped due to errors')).toBeInTheDocument()
    expect(drawer.getByRole('link', { name: 'Download errors' })).toHaveAttribute(
      'href',
      `/api/bulk/change-sets/${uploaded.id}/errors`,
    )
  })

  it('puts the open change into the URL', async () => {
    answer(bulkApi.changedRows, changes)
    const { user } = await view()
    expect(window.location.search).toBe(`?change=${uploaded.id}`)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('opens the change that the URL names', async () => {
    answer(bulkApi.changedRows, changes)
    open('ops', `/bulk-upload?change=${uploaded.id}`)
    expect(await screen.findByRole('dialog', { name: '42 SKUs changed, 3 added' })).toBeInTheDocument()
    expect(await screen.findByText('Oil lamp')).toBeInTheDocument()
  })

  it('loads more rows', async () => {
    answer(bulkApi.changedRows, [buildChangedRow()], { total: 2, next: 'after' })
    const { user, drawer } = await view()
    await drawer.findByText('HP-1001')
    const requests = answer(bulkApi.changedRows, [buildChangedRow({ row: 3, label: 'HP-1002' })], { total: 2 })
    await user.click(drawer.getByRole('button', { name: 'Load more' }))
    expect(await drawer.findByText('HP-1002')).toBeInTheDocument()
    expect(requests).toEqual([{ changeSetId: uploaded.id, cursor: 'after' }])
  })

  it('says when nothing was changed, and shows an error when the rows can’t be loaded', async () => {
    refuse(bulkApi.changedRows, 503, 'The database did not answer.')
    const { user, drawer } = await view()
    expect(await drawer.findByRole('alert')).toHaveTextContent('The changes couldn’t be loaded')
    answer(bulkApi.changedRows, [])
    await user.click(drawer.getByRole('button', { name: 'Try again' }))
    expect(await drawer.findByText('Nothing was changed.')).toBeInTheDocument()
  })

  it('of an undo says how many rows were left alone', async () => {
    answer(bulkApi.changedRows, changes)
    open('ops', `/bulk-upload?change=${undid.id}`)
    const drawer = within(await screen.findByRole('dialog', { name: undid.summary }))
    expect(drawer.getByText('1 SKU skipped due to newer changes')).toBeInTheDocument()
    expect(drawer.queryByText('Download errors')).not.toBeInTheDocument()
  })

  it('is allowed to readonly, but the download of errors is not', async () => {
    answer(bulkApi.changedRows, changes)
    const { drawer } = await view(open('readonly'))
    const download = await drawer.findByRole('button', { name: 'Download errors' })
    expect(download).toHaveAttribute('aria-disabled', 'true')
    download.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Operations and Admin can download errors.')
  })
})

describe('Undo', () => {
  async function ask() {
    const user = open()
    await user.click(await undoButton())
    return { user, dialog: within(await screen.findByRole('alertdialog')) }
  }

  it('asks for confirmation with row counts and the last day to undo', async () => {
    const { dialog } = await ask()
    expect(dialog.getByText('42 SKUs changed, 3 added')).toBeInTheDocument()
    expect(dialog.getByText('42 SKUs will revert to their earlier values. 3 added SKUs will be removed.')).toBeVisible()
    expect(dialog.getByText(/Anything changed since then will stay as is/)).toBeInTheDocument()
    expect(dialog.getByText('This can be undone until January 30, 2026.')).toBeInTheDocument()
  })

  it('reverts rows that nobody else has changed', async () => {
    const undone = answer(bulkApi.undo, { changeSetId: uploaded.id, undone: 1_045, conflicted: 0, conflicts: [] })
    const { user, dialog } = await ask()
    answer(bulkApi.changeSets, [{ ...uploaded, status: 'undone', undoableUntil: null }])
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Bulk Change Undone')).toBeInTheDocument()
    expect(screen.getByText('1,045 SKUs restored')).toBeInTheDocument()
    expect(undone).toEqual([{ changeSetId: uploaded.id }])
    expect(await (await history()).findByText('Undone')).toBeInTheDocument()
    const view = (await history()).getByRole('button', { name: `View ${uploaded.summary}` })
    await waitFor(() => expect(view).toHaveFocus())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('lists the rows that were left alone with their old, set and current values', async () => {
    const conflicts = [buildUndoConflict()]
    answer(bulkApi.undo, { changeSetId: uploaded.id, undone: 44, conflicted: 1, conflicts })
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Skipped' }))
    expect(drawer.getByText('Somebody has changed it since.')).toBeInTheDocument()
    const cells = drawer.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent))
    expect(cells).toEqual([
      ['Field', 'Before', 'Set to', 'Now'],
      ['Price', '$19.00', '$21.50', '$20.00'],
    ])
    expect(drawer.getByText(/^44 SKUs restored, 1 skipped due to newer changes\. Edit/)).toBeInTheDocument()
    expect(screen.getByText('44 SKUs restored, 1 left unchanged')).toBeInTheDocument()
    await user.click(drawer.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('says when the list of rows left alone is truncated', async () => {
    const conflicts = Array.from({ length: mostShown }, (_, row) => buildUndoConflict({ row }))
    answer(bulkApi.undo, { changeSetId: uploaded.id, undone: 0, conflicted: 900, conflicts })
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText(/Showing the first 200\. To see them all, choose View in the history\./),
    ).toBeVisible()
    expect(screen.getByText('Nothing Undone')).toBeInTheDocument()
  })

  it('shows the server’s error in the dialog and keeps it open', async () => {
    refuse(bulkApi.undo, 409, 'Somebody else has undone it already.')
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody else has undone it already.')
    expect(screen.getByText('Undo Failed')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('is blocked for readonly and says why', async () => {
    const undone = answer(bulkApi.undo, { changeSetId: uploaded.id, undone: 1, conflicted: 0, conflicts: [] })
    const user = open('readonly')
    const button = await undoButton()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Operations and Admin can undo bulk changes.')
    await user.click(button)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(undone).toEqual([])
  })
})
