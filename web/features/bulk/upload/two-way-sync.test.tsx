import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAmazonStatus, buildRun, buildTwoWayRun } from '#web/testing/amazon-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const status = buildAmazonStatus()
const running = buildTwoWayRun({ status: 'running', rowsRead: 300, rowsExpected: 1200, finishedAt: null })
const previewing = buildTwoWayRun({ ...running, mode: 'dry_run' })
const done = buildTwoWayRun()

beforeEach(() => {
  answer(bulkApi.changeSets, [])
  answerAmazon({ status })
})

const open = (role: 'readonly' | 'ops' = 'ops') => openApp('/bulk-upload', buildCurrentUser({ role }))

const pressable = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled'))
  return screen.getByRole('button', { name })
}

describe('Force Two-Way Sync Now', () => {
  const name = 'Force Two-Way Sync Now'

  it('starts a sync, says so and shows its progress', async () => {
    const user = open()
    const sync = await pressable(name)
    const started = answer(twoWayApi.sync, [running])
    answer(marketplaceApi.syncRuns, [running, buildRun()], { total: 2 })
    await user.click(sync)
    expect(await screen.findByText('Sync Started')).toBeInTheDocument()
    expect(started).toHaveLength(1)
    expect(await screen.findByRole('progressbar', { name: 'Two-way sync for Harbor US' })).toHaveValue(0.25)
    expect(screen.getByText('300 of about 1,200 listings')).toBeInTheDocument()
  })

  it('is required before anything is sent to Amazon', async () => {
    answerAmazon({ status: buildAmazonStatus({ sendsChanges: false }) })
    open()
    expect(await screen.findByText('Nothing is sent to Amazon yet')).toBeInTheDocument()
  })

  it('shows the server’s error when it can’t start', async () => {
    refuse(twoWayApi.sync, 503, 'Amazon is not set up on this server.')
    const user = open()
    await user.click(await pressable(name))
    expect(await screen.findByText('Sync Failed')).toBeInTheDocument()
    expect(screen.getByText('Amazon is not set up on this server.')).toBeInTheDocument()
  })
})

describe('both buttons', () => {
  it.each<[string, () => void, RegExp, 'readonly' | 'ops']>([
    ['while nothing is connected', () => answerAmazon(), /^No Amazon account is connected\.$/, 'ops'],
    ['while it is unknown what is connected', () => neverAnswer(marketplaceApi.status), /^Loading\.\.\.$/, 'ops'],
    ['for readonly', () => undefined, /^Your role is Read Only\./, 'readonly'],
  ])('are blocked %s, and say why', async (_, arrange, reason, role) => {
    arrange()
    open(role)
    await screen.findByRole('button', { name: 'Preview Changes' })
    await waitFor(() => expect(blockedReason('Preview Changes')).toMatch(reason))
    expect(blockedReason('Force Two-Way Sync Now')).toMatch(reason)
  })
})

describe('Preview Changes', () => {
  it('opens the preview under its own URL and changes nothing', async () => {
    const synced = answer(twoWayApi.sync, [])
    answer(twoWayApi.preview, [previewing])
    answer(twoWayApi.run, previewing)
    const user = open()
    await user.click(await pressable('Preview Changes'))
    const drawer = within(await screen.findByRole('dialog', { name: 'Preview Changes' }))
    expect(await drawer.findByRole('progressbar', { name: 'Comparing Harbor US with Amazon' })).toHaveValue(0.25)
    expect(window.location.search).toBe(`?run=${previewing.id}`)
    expect(synced).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('is blocked while a sync runs', async () => {
    answerAmazon({ status, runs: [running] })
    open()
    await screen.findByRole('progressbar')
    await waitFor(() => expect(blockedReason('Preview Changes')).toMatch(/^A two-way sync is running\./))
    expect(blockedReason('Force Two-Way Sync Now')).toBeNull()
  })

  it('shows the server’s error when it can’t start', async () => {
    refuse(twoWayApi.preview, 503, 'Amazon is not set up on this server.')
    const user = open()
    await user.click(await pressable('Preview Changes'))
    expect(await screen.findByText('Preview Failed')).toBeInTheDocument()
    expect(screen.getByText('Amazon is not set up on this server.')).toBeInTheDocument()
  })
})

describe('the last two-way sync', () => {
  it('is shown and links to its changes', async () => {
    const failed = buildTwoWayRun({ status: 'failed', error: 'Amazon no longer lets Lockstep in.' })
    answerAmazon({ status, runs: [buildRun(), buildTwoWayRun({ mode: 'dry_run' }), failed, done] })
    answer(twoWayApi.run, failed)
    const user = open()
    expect(await screen.findByText(/^Last two-way sync for Harbor US/)).toHaveTextContent(/ ago$/)
    expect(screen.getByText('Failed')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'View changes from the last two-way sync' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Two-Way Sync' }))
    expect(await drawer.findByRole('alert')).toHaveTextContent('Amazon no longer lets Lockstep in.')
    expect(window.location.search).toBe(`?run=${failed.id}`)
  })

  it('is replaced by a running sync and shown again when that is done', async () => {
    answerAmazon({ status, runs: [running, done] })
    open()
    await screen.findByRole('progressbar')
    expect(screen.queryByText(/^Last two-way sync/)).not.toBeInTheDocument()
    answerAmazon({ status, runs: [buildTwoWayRun({ ...running, status: 'completed' }), done] })
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByText(/^Last two-way sync/)).toBeInTheDocument()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })
})
