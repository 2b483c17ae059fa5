import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inventoryApi } from '#contract/inventory.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { answerAmazon, answerFigures } from '#web/testing/screen-answers.ts'
import { buildAmazonStatus, buildRun } from '#web/testing/amazon-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser, buildInventoryRow } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const operator = buildCurrentUser()
const running = buildRun({ status: 'running', rowsRead: 300, rowsExpected: 1200, finishedAt: null })

beforeEach(() => {
  answerFigures()
  answerAmazon({ status: buildAmazonStatus() })
  answer(inventoryApi.list, [buildInventoryRow()], { total: 1 })
})

const button = () => screen.findByRole('button', { name: 'Sync Inventory' })
const pressable = async () => {
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled'))
  return button()
}

describe('Sync Inventory', () => {
  it('starts a sync, shows a toast, and refetches the list two seconds later', async () => {
    const started = answer(marketplaceApi.syncInventory, [running])
    const user = openApp('/inventory', operator)
    const sync = await pressable()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(sync)
    expect(await screen.findByText('Sync Started')).toBeInTheDocument()
    expect(screen.getByText('Inventory sync has been initiated')).toBeInTheDocument()
    expect(started).toHaveLength(1)
    const refetched = answer(inventoryApi.list, [buildInventoryRow({ qtyAvailable: 4321 })], { total: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(refetched).toEqual([])
    await vi.advanceTimersByTimeAsync(1100)
    vi.useRealTimers()
    expect(await screen.findByRole('cell', { name: '4,321' })).toBeInTheDocument()
  })

  it('shows why it failed', async () => {
    refuse(marketplaceApi.syncInventory, 503, 'Amazon is not set up on this server.')
    const user = openApp('/inventory', operator)
    await user.click(await pressable())
    expect(await screen.findByText('Sync Failed')).toBeInTheDocument()
    expect(screen.getByText('Failed to start inventory sync. Amazon is not set up on this server.')).toBeInTheDocument()
  })

  it.each([
    ['nothing is connected', () => answerAmazon(), 'No Amazon account is connected.'],
    ['it is unknown what is connected', () => neverAnswer(marketplaceApi.status), 'Loading...'],
    [
      'the status can’t be loaded',
      () => refuse(marketplaceApi.status, 503, 'The database did not answer.'),
      'The Amazon connection couldn’t be loaded.',
    ],
  ])('is blocked while %s, and says why', async (_, arrange, reason) => {
    arrange()
    openApp('/inventory', operator)
    await waitFor(() => expect(blockedReason('Sync Inventory')).toBe(reason))
  })

  it('is blocked for the role Read Only', async () => {
    openApp('/inventory', buildCurrentUser({ role: 'readonly' }))
    await waitFor(() =>
      expect(blockedReason('Sync Inventory')).toBe('Your role is Read Only. Operations and Admin can start a sync.'),
    )
  })
})

describe('the sync progress', () => {
  const progress = async () => within(await screen.findByRole('region', { name: 'Running syncs' }))

  it('shows the share of a full sync', async () => {
    answerAmazon({ status: buildAmazonStatus(), runs: [running, buildRun()] })
    openApp('/inventory', operator)
    const bar = (await progress()).getByRole('progressbar', { name: 'Syncing all stock for Harbor US' })
    expect(bar).toHaveValue(0.25)
    expect((await progress()).getByText('300 of about 1,200 SKUs')).toBeInTheDocument()
    expect((await progress()).getAllByRole('progressbar')).toHaveLength(1)
  })

  it.each([
    ['before the first full read', buildRun({ ...running, rowsExpected: null }), 'Syncing all stock for Harbor US'],
    ['while only changes are read', buildRun({ ...running, mode: 'delta' }), 'Syncing stock changes for Harbor US'],
  ])('shows no share %s', async (_, run, label) => {
    answerAmazon({ status: buildAmazonStatus(), runs: [run] })
    openApp('/inventory', operator)
    expect((await progress()).getByRole('progressbar', { name: label })).toHaveValue(0)
    expect((await progress()).getByText('300 SKUs read')).toBeInTheDocument()
  })

  it('shows why a sync is waiting', async () => {
    answerAmazon({ runs: [{ ...running, error: 'Amazon asks us to slow down.' }] })
    openApp('/inventory', operator)
    expect((await progress()).getByText('Waiting for Amazon')).toBeInTheDocument()
    expect((await progress()).getByText('Amazon asks us to slow down.')).toBeInTheDocument()
  })

  it('updates by itself, and disappears when the sync is done', async () => {
    answerAmazon({ runs: [running] })
    openApp('/inventory', operator)
    await progress()
    answerAmazon({ runs: [buildRun({ ...running, rowsRead: 900 })] })
    expect(await screen.findByText('900 of about 1,200 SKUs')).toBeInTheDocument()
    answerAmazon({ runs: [buildRun()] })
    FakeEventSource.latest.send('marketplace')
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
  })
})
