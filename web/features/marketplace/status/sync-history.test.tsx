import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { marketplaceApi } from '#contract/marketplace.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAmazonStatus, buildDifference, buildDrift, buildRun } from '#web/testing/amazon-builders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const status = buildAmazonStatus()

beforeEach(() => answerAmazon({ status }))

const open = (path = '/amazon') => openApp(path, buildCurrentUser({ role: 'readonly' }))

describe('recent syncs', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Recent syncs' }))

  async function firstRow(run: ReturnType<typeof buildRun>) {
    answerAmazon({ status, runs: [run] })
    open()
    const row = (await (await card()).findAllByRole('row'))[1]
    return within(row as HTMLElement)
  }

  it('show time, account, kind, counts and result', async () => {
    const row = await firstRow(buildRun({ mode: 'full' }))
    expect((await card()).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'When',
      'Account',
      'Sync',
      'Read',
      'Changed',
      'New',
      'Result',
    ])
    expect(row.getByRole('rowheader')).toHaveTextContent(/ ago$/)
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Harbor US',
      'InventoryFull · Omar Reyes',
      '1,204',
      '31',
      '2',
      'CompletedTook 42 seconds',
    ])
  })

  it('show what was missing, and what is counted elsewhere', async () => {
    const row = await firstRow(buildRun({ mode: 'delta', rowsMissing: 1, rowsElsewhere: 1044 }))
    expect(row.getByText('Changes only · Omar Reyes')).toBeInTheDocument()
    expect(row.getByText('1 SKU missing on Amazon')).toBeInTheDocument()
    expect(row.getByText('1,044 SKUs counted in another account or marketplace')).toBeInTheDocument()
  })

  it('show why one failed', async () => {
    const row = await firstRow(buildRun({ status: 'failed', error: 'This seller has no FBA stock.' }))
    expect(row.getByText('Failed')).toBeInTheDocument()
    expect(row.getByText('This seller has no FBA stock.')).toBeInTheDocument()
  })

  it('show one that runs', async () => {
    const row = await firstRow(buildRun({ status: 'running', finishedAt: null, error: 'Amazon asks us to slow down.' }))
    expect(row.getByText('Running')).toBeInTheDocument()
    expect(row.getByText('Amazon asks us to slow down.')).toBeInTheDocument()
    expect(await screen.findByRole('progressbar')).toBeInTheDocument()
  })

  it('load page by page', async () => {
    answer(marketplaceApi.syncRuns, [buildRun()], { total: 2, next: 'older' })
    const user = open()
    expect(await (await card()).findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(marketplaceApi.syncRuns, [buildRun({ accountName: 'Harbor EU' })], { total: 2 })
    await user.click((await card()).getByRole('button', { name: 'Load more' }))
    expect(await (await card()).findByText('Harbor EU')).toBeInTheDocument()
    expect((await card()).getByText('Harbor US')).toBeInTheDocument()
    expect(requests).toEqual([{ limit: '10', cursor: 'older' }])
  })

  it('have an empty state', async () => {
    open()
    expect(await (await card()).findByText(/^No syncs yet\./)).toBeInTheDocument()
  })

  it('show a spinner while they load', async () => {
    neverAnswer(marketplaceApi.syncRuns)
    open()
    expect((await card()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('show the reason when they can’t be loaded', async () => {
    refuse(marketplaceApi.syncRuns, 503, 'The database did not answer.')
    open()
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The syncs couldn’t be loaded')
  })

  it('refetch on events of other people', async () => {
    open()
    await (await card()).findByText(/^No syncs yet/)
    answer(marketplaceApi.syncRuns, [buildRun()], { total: 1 })
    FakeEventSource.latest.send('marketplace')
    expect(await (await card()).findByText('Completed')).toBeInTheDocument()
  })
})

describe('the daily check', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Daily check' }))
  const figureOf = async (label: string) =>
    (await (await card()).findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

  it('counts compared SKUs, differences and unexplained differences', async () => {
    answer(marketplaceApi.drift, buildDrift())
    open()
    expect(await figureOf('Compared')).toBe('1,204')
    expect(await figureOf('Differences')).toBe('31')
    expect(await figureOf('Unexplained')).toBe('4')
    expect((await card()).getByText(/^Compared with/)).toHaveTextContent(/Amazon’s numbers .* ago$/)
  })

  it('has nothing to view when nothing differed', async () => {
    answer(marketplaceApi.drift, buildDrift({ differences: 0, unexplained: 0 }))
    open()
    expect(await figureOf('Differences')).toBe('0')
    expect(screen.queryByRole('button', { name: 'View differences' })).not.toBeInTheDocument()
  })

  it('says what will appear before the first one', async () => {
    open()
    expect(await (await card()).findByText(/^No check yet\./)).toBeInTheDocument()
  })

  it('shows the reason when it can’t be loaded', async () => {
    refuse(marketplaceApi.drift, 503, 'The database did not answer.')
    open()
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The daily check couldn’t be loaded')
  })
})

describe('the differences', () => {
  const report = buildDrift()
  const changed = buildDifference()
  const gone = buildDifference({ sku: 'HP-1002', cause: 'missing_on_amazon', amazon: null })
  const fresh = buildDifference({ sku: 'HP-1003', cause: 'new_on_amazon', here: null })

  beforeEach(() => {
    answer(marketplaceApi.drift, report)
    answer(marketplaceApi.differences, [changed, gone, fresh], { total: 3 })
  })

  const drawer = async () => within(await screen.findByRole('dialog', { name: 'Differences from Amazon' }))
  const item = async (sku: string) =>
    (await (await drawer()).findByRole('link', { name: sku })).closest('li') as HTMLElement
  const quantities = async (sku: string) =>
    within(await item(sku))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)

  it('open from the daily check and have an address of their own', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'View differences' }))
    await drawer()
    expect(window.location.search).toBe(`?run=${report.runId}`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('open from the sync that found them', async () => {
    const run = buildRun({ differences: 1204 })
    answer(marketplaceApi.syncRuns, [run], { total: 1 })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'View 1,204 differences' }))
    await drawer()
    expect(window.location.search).toBe(`?run=${run.id}`)
  })

  it('show the quantities here and at Amazon', async () => {
    open(`/amazon?run=${report.runId}`)
    expect(await quantities('HP-1001')).toEqual(['here1,120at Amazon1,084', 'here5at Amazon9', 'here40at Amazon40'])
    expect(await quantities('HP-1002')).toEqual(['here1,120at Amazon—', 'here5at Amazon—', 'here40at Amazon—'])
    expect((await quantities('HP-1003'))[0]).toBe('here—at Amazon1,084')
    expect(await item('HP-1001')).toHaveTextContent('Changed at Amazon')
    expect(await item('HP-1002')).toHaveTextContent('Missing on Amazon')
    expect(await item('HP-1003')).toHaveTextContent('New on Amazon')
    expect((await drawer()).getByRole('link', { name: 'HP-1001' })).toHaveAttribute(
      'href',
      `/inventory?sku=${changed.skuId}`,
    )
  })

  it('can be filtered by cause, which stays in the address', async () => {
    const user = open(`/amazon?run=${report.runId}`)
    await item('HP-1001')
    const requests = answer(marketplaceApi.differences, [gone], { total: 1 })
    await user.click((await drawer()).getByRole('combobox', { name: 'Cause' }))
    await user.click(await screen.findByRole('option', { name: 'Missing on Amazon' }))
    await waitFor(() => expect(requests).toEqual([{ runId: report.runId, cause: 'missing_on_amazon' }]))
    await waitFor(async () => expect((await drawer()).queryByRole('link', { name: 'HP-1001' })).not.toBeInTheDocument())
    expect(window.location.search).toBe(`?run=${report.runId}&cause=missing_on_amazon`)
    expect((await drawer()).getByText(/^Amazon didn’t list this SKU\./)).toBeInTheDocument()
  })

  it('say when there are none', async () => {
    answer(marketplaceApi.differences, [], { total: 0 })
    open(`/amazon?run=${report.runId}`)
    expect(await screen.findByText('All numbers matched Amazon’s.')).toBeInTheDocument()
  })

  it('say when the sync does not exist', async () => {
    refuse(marketplaceApi.differences, 404, 'This sync no longer exists.')
    open(`/amazon?run=${report.runId}`)
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent('This sync no longer exists.')
  })
})
