import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { twoWayApi } from '#contract/two-way.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAmazonStatus, buildListingChange, buildTwoWayRun } from '#web/testing/amazon-builders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'

const status = buildAmazonStatus()
const reader = buildCurrentUser({ role: 'readonly' })
const refused = buildListingChange({ sku: 'HP-1002', outcome: 'rejected', reason: 'The price is above the limit.' })

beforeEach(() => answerAmazon({ status }))

const open = (query = '') => openApp(`/amazon${query}`, reader)

describe('a two-way sync among the recent ones', () => {
  it.each([
    [buildTwoWayRun({ differences: 3 }), 'Two-way sync Full · Omar Reyes', 'Two-Way Sync'],
    [buildTwoWayRun({ mode: 'dry_run' }), 'Two-way sync Preview · Omar Reyes', 'Preview Changes'],
  ])('has its name, and its changes under an address of their own', async (run, words, heading) => {
    answerAmazon({ status, runs: [run] })
    answer(twoWayApi.run, run)
    const user = open()
    expect(await screen.findByRole('cell', { name: words })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'View 3 differences' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'View changes' }))
    expect(await screen.findByRole('dialog', { name: heading })).toBeInTheDocument()
    expect(window.location.search).toBe(`?changes=${run.id}`)
  })

  it('shows its progress and its changes while it runs', async () => {
    const run = buildTwoWayRun({ status: 'running', rowsExpected: null, finishedAt: null })
    answerAmazon({ status, runs: [run] })
    answer(twoWayApi.run, run)
    const user = open()
    expect(await screen.findByRole('progressbar', { name: 'Two-way sync for Harbor US' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'View changes for Harbor US' }))
    expect(await screen.findByRole('dialog', { name: 'Two-Way Sync' })).toBeInTheDocument()
  })
})

describe('changes to review', () => {
  const card = () => screen.queryByRole('region', { name: 'Two-way sync' })

  it('are shown with their count, and open the list', async () => {
    const requests = answer(twoWayApi.changes, ({ only }) => (only === 'rejected' ? [refused] : []))
    const user = open()
    const view = await screen.findByRole('button', { name: 'View Refused by Amazon' })
    expect(card()).toHaveTextContent('Refused by Amazon1 change')
    expect(screen.queryByRole('button', { name: 'View Conflicts' })).not.toBeInTheDocument()
    await user.click(view)
    const drawer = within(await screen.findByRole('dialog', { name: 'Refused by Amazon' }))
    expect(await drawer.findByText('The price is above the limit.')).toBeInTheDocument()
    expect(drawer.getByRole('link', { name: 'HP-1002' })).toBeInTheDocument()
    expect(window.location.search).toBe('?changes=rejected')
    expect(requests.at(-1)).toEqual({ only: 'rejected' })
  })

  it('show the time of each conflict', async () => {
    answer(twoWayApi.changes, [buildListingChange({ isConflict: true })], { total: 1 })
    open('?changes=conflicts')
    const drawer = within(await screen.findByRole('dialog', { name: 'Conflicts' }))
    expect(await drawer.findByText(/^United States,/)).toHaveTextContent(/ ago$/)
  })

  it('are not shown while there are none', async () => {
    open('?changes=conflicts')
    expect(await screen.findByText('Nothing to review.')).toBeInTheDocument()
    await waitFor(() => expect(card()).not.toBeInTheDocument())
  })
})
