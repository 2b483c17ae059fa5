import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { type TwoWayRun, twoWayApi } from '#contract/two-way.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAmazonStatus, buildListingChange, buildTwoWayRun } from '#web/testing/amazon-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'

const preview = buildTwoWayRun({ mode: 'dry_run', toAmazon: 1214, toLockstep: 9, conflicts: 1 })
const skuId = newId()
const price = buildListingChange({ skuId, runId: preview.id, outcome: 'planned' })
const title = buildListingChange({
  ...price,
  id: newId(),
  field: 'title',
  direction: 'to_lockstep',
  ours: 'Lantern',
  amazon: 'Storm Lantern',
  isConflict: true,
})

beforeEach(() => {
  answer(bulkApi.changeSets, [])
  answerAmazon({ status: buildAmazonStatus() })
  answer(twoWayApi.run, preview)
  answer(twoWayApi.changes, [price, title], { total: 2 })
})

const open = (run: TwoWayRun = preview, query = '', role: 'readonly' | 'ops' = 'ops') =>
  openApp(`/bulk-upload?run=${run.id}${query}`, buildCurrentUser({ role }))
const drawer = async () => within(await screen.findByRole('dialog'))
const changesOf = async (sku: string) =>
  within(await (await drawer()).findByRole('list', { name: `Changes for ${sku}` }))
const items = async (sku: string) =>
  (await changesOf(sku)).getAllByRole('listitem').map(({ textContent }) => textContent)
const showRun = (run: TwoWayRun) => answer(twoWayApi.run, run)

describe('a preview', () => {
  it('counts the changes and lists them SKU by SKU, with who wins a conflict and why', async () => {
    open()
    expect(await items('HP-1001')).toEqual([
      'Price At Amazon was $24.00 becomes $26.00',
      'Title In Lockstep was Lantern becomes Storm LanternConflictAmazon and Lockstep have different values. Amazon’s is newer, so it wins.',
    ])
    const figures = within((await drawer()).getByRole('group', { name: 'Show only' })).getAllByRole('button')
    expect(figures.map(({ textContent }) => textContent)).toEqual(['To Amazon 1,214', 'To Lockstep 9', 'Conflicts 1'])
    expect((await drawer()).getByText('Nothing has been changed in Lockstep or at Amazon.')).toBeInTheDocument()
    expect((await drawer()).getByRole('link', { name: 'HP-1001' })).toHaveAttribute(
      'href',
      `/products?product=${price.productId}&tab=skus`,
    )
  })

  it('filters by the pressed count, keeps the filter in the address, and removes it again', async () => {
    const user = open()
    await items('HP-1001')
    const requests = answer(twoWayApi.changes, [title], { total: 1 })
    const conflicts = (await drawer()).getByRole('button', { name: 'Conflicts 1' })
    await user.click(conflicts)
    await waitFor(async () => expect(await items('HP-1001')).toHaveLength(1))
    expect(requests).toEqual([{ runId: preview.id, only: 'conflicts' }])
    expect(conflicts).toHaveAttribute('aria-pressed', 'true')
    expect(window.location.search).toBe(`?run=${preview.id}&only=conflicts`)
    await user.click(conflicts)
    await waitFor(async () => expect(await items('HP-1001')).toHaveLength(2))
  })

  it('comes page by page', async () => {
    answer(twoWayApi.changes, [price], { total: 2, next: 'rest' })
    const user = open()
    expect(await (await drawer()).findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(twoWayApi.changes, [buildListingChange({ sku: 'HP-1002' })], { total: 2 })
    await user.click((await drawer()).getByRole('button', { name: 'Load more' }))
    expect(await items('HP-1002')).toHaveLength(1)
    expect(requests).toEqual([{ runId: preview.id, cursor: 'rest' }])
  })

  it('says when nothing differs, and offers no sync', async () => {
    showRun(buildTwoWayRun({ ...preview, toAmazon: 0, toLockstep: 0, conflicts: 0 }))
    answer(twoWayApi.changes, [], { total: 0 })
    open()
    expect(await (await drawer()).findByText(/^Everything is in sync/)).toBeInTheDocument()
    expect((await drawer()).queryByRole('button', { name: 'Force Two-Way Sync Now' })).not.toBeInTheDocument()
  })

  it('shows its progress while it is made, then what would change', async () => {
    showRun(buildTwoWayRun({ ...preview, status: 'running', rowsRead: 40, rowsExpected: 80, finishedAt: null }))
    open()
    expect(await (await drawer()).findByRole('progressbar')).toHaveValue(0.5)
    expect((await drawer()).queryByRole('group', { name: 'Show only' })).not.toBeInTheDocument()
    showRun(preview)
    FakeEventSource.latest.send('marketplace')
    expect(await items('HP-1001')).toHaveLength(2)
    expect((await drawer()).queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('says why it couldn’t be made', async () => {
    showRun(buildTwoWayRun({ ...preview, status: 'failed', error: 'Amazon no longer lets Lockstep in.' }))
    open()
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent(
      'The preview failedAmazon no longer lets Lockstep in.',
    )
    expect((await drawer()).queryByRole('list', { name: 'Changes' })).not.toBeInTheDocument()
  })

  it('starts the sync, which replaces the preview in the drawer', async () => {
    const sync = buildTwoWayRun({ status: 'running', toAmazon: 0, toLockstep: 0, finishedAt: null })
    answer(twoWayApi.sync, [sync])
    const user = open()
    await items('HP-1001')
    showRun(sync)
    answer(twoWayApi.changes, [], { total: 0 })
    await user.click((await drawer()).getByRole('button', { name: 'Force Two-Way Sync Now' }))
    expect(await screen.findByRole('dialog', { name: 'Two-Way Sync' })).toBeInTheDocument()
    expect(await (await drawer()).findByText('No changes so far.')).toBeInTheDocument()
    expect(window.location.search).toBe(`?run=${sync.id}`)
  })

  it('can be read but not started by the role Read Only', async () => {
    open(preview, '', 'readonly')
    expect(await items('HP-1001')).toHaveLength(2)
    await waitFor(() => expect(blockedReason('Force Two-Way Sync Now')).toMatch(/^Your role is Read Only\./))
  })

  it('of several accounts shows the one that is chosen', async () => {
    const other = buildTwoWayRun({ mode: 'dry_run', accountName: 'Harbor EU', conflicts: 7 })
    answer(twoWayApi.run, ({ runId }) => (runId === other.id ? other : preview))
    const user = openApp(`/bulk-upload?run=${preview.id},${other.id}`, buildCurrentUser())
    await (await drawer()).findByRole('button', { name: 'Conflicts 1' })
    await user.click((await drawer()).getByRole('combobox', { name: 'Account' }))
    await user.click(await screen.findByRole('option', { name: 'Harbor EU' }))
    expect(await (await drawer()).findByRole('button', { name: 'Conflicts 7' })).toBeInTheDocument()
  })
})

describe('a sync', () => {
  const done = buildTwoWayRun({ rejected: 1 })

  beforeEach(() => showRun(done))

  it('shows the outcome of each change', async () => {
    answer(
      twoWayApi.changes,
      [
        price,
        buildListingChange({ skuId, outcome: 'sent', runId: price.runId }),
        buildListingChange({ ...title, id: newId(), isConflict: false, outcome: 'taken' }),
        buildListingChange({ ...price, id: newId(), outcome: 'rejected', reason: 'The price is above the limit.' }),
        buildListingChange({ ...price, id: newId(), outcome: 'skipped', reason: 'It was changed meanwhile.' }),
      ],
      { total: 5 },
    )
    open(done)
    expect(await items('HP-1001')).toEqual([
      'Price At Amazon was $24.00 becomes $26.00Planned',
      'Price At Amazon was $24.00 becomes $26.00Sent',
      'Title In Lockstep was Lantern becomes Storm LanternImported',
      'Price At Amazon was $24.00 becomes $26.00Refused by AmazonThe price is above the limit.',
      'Price At Amazon was $24.00 becomes $26.00SkippedIt was changed meanwhile.',
    ])
    expect((await drawer()).getByRole('button', { name: 'Refused 1' })).toBeInTheDocument()
    expect((await drawer()).queryByRole('button', { name: 'Force Two-Way Sync Now' })).not.toBeInTheDocument()
  })

  it('shows the beginning of a long text, and all of it on request', async () => {
    const text = 'Burns for thirty hours. '.repeat(20)
    answer(twoWayApi.changes, [buildListingChange({ field: 'description', ours: text, amazon: 'A lantern.' })])
    const user = open(done)
    await user.click((await changesOf('HP-1001')).getByRole('button', { name: 'Show all' }))
    expect((await changesOf('HP-1001')).getByRole('button', { name: 'Show less' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
  })

  it('says when no change matches the filter', async () => {
    answer(twoWayApi.changes, [], { total: 0 })
    open(done, '&only=rejected')
    expect(await (await drawer()).findByText('No changes of this kind.')).toBeInTheDocument()
  })

  it('that failed before it changed anything says both', async () => {
    showRun(buildTwoWayRun({ status: 'failed', error: 'Amazon can’t be reached.' }))
    answer(twoWayApi.changes, [], { total: 0 })
    open(done)
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent('The sync stoppedAmazon can’t be reached.')
    expect(await (await drawer()).findByText('Nothing was changed.')).toBeInTheDocument()
  })

  it('that does not exist says so', async () => {
    refuse(twoWayApi.run, 404, 'This sync doesn’t exist.')
    open(done)
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent('This sync doesn’t exist.')
  })

  it('whose changes can’t be loaded says so', async () => {
    refuse(twoWayApi.changes, 503, 'The database did not answer.')
    open(done)
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent('The changes couldn’t be loaded')
  })
})
