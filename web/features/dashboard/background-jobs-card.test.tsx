import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type JobCounts, jobsApi } from '#contract/jobs.ts'
import { buildCurrentUser, buildJob } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { renderPiece, openApp } from '#web/testing/render.tsx'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { BackgroundJobsCard } from './background-jobs-card.tsx'

const counts: JobCounts = { failed: 2, waiting: 3, active: 1, completed: 1284, delayed: 4 }
const failed = buildJob({
  title: 'Send order #1042',
  status: 'failed',
  attempts: 3,
  error: 'Amazon refused the address.',
})

beforeEach(() => {
  answerDashboard()
  answer(jobsApi.status, counts)
  answer(jobsApi.list, [failed])
})

const openCard = (user = buildCurrentUser()) => renderPiece(<BackgroundJobsCard />, { path: '/', user })
const card = () => screen.findByRole('region', { name: 'Background Jobs' })
const retryButton = () => screen.findByRole('button', { name: 'Retry Send order #1042' })

describe('the card', () => {
  it('counts the jobs, delayed ones among the waiting', async () => {
    await openCard()
    await screen.findByText('1,284')
    const figures = within(await card())
    for (const [label, count] of [
      ['Completed Today', '1,284'],
      ['Currently Running', '1'],
      ['Failed', '2'],
      ['Waiting', '7'],
    ] as const) {
      expect(figures.getByText(label, { selector: 'dt' }).nextElementSibling).toHaveTextContent(count)
    }
    expect(figures.getByText('including 4 delayed')).toBeInTheDocument()
  })

  it('shows state, error and attempts of a job, and when it ended', async () => {
    await openCard()
    const list = within(await screen.findByRole('list', { name: 'Latest jobs' }))
    expect(list.getByText('Failed')).toBeInTheDocument()
    expect(list.getByText(/attempt 3 of 3/)).toBeInTheDocument()
    expect(list.getByText('Amazon refused the address.')).toBeInTheDocument()
    expect(list.getByText(/^Ended/)).toHaveTextContent(/ ago/)
  })

  it('shows failed jobs first and each job once, because only a failed one waits for a person', async () => {
    const newer = buildJob({ title: 'Inventory sync', status: 'active', completedAt: null })
    answer(jobsApi.list, ({ status }) => (status === 'failed' ? [failed] : [newer, failed]))
    await openCard()
    const list = within(await screen.findByRole('list', { name: 'Latest jobs' }))
    const titles = list.getAllByRole('listitem').map((item) => item.textContent)
    expect(titles).toEqual([expect.stringMatching(/^Send order/), expect.stringMatching(/^Inventory sync/)])
    expect(list.getByText(/^Started/)).toBeInTheDocument()
  })

  it('keeps what it shows when a refetch fails', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('1,284')
    refuse(jobsApi.status, 503, 'The database did not answer.')
    FakeEventSource.latest.send('jobs')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    expect(screen.getByText('1,284')).toBeInTheDocument()
  })

  it('says that all is well when there are no jobs', async () => {
    answer(jobsApi.list, [])
    await openCard()
    expect(await screen.findByText('No active background jobs. System is running smoothly.')).toBeInTheDocument()
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(jobsApi.status)
    await openCard()
    expect(within(await card()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows the server’s sentence when it fails, and tries again on request', async () => {
    refuse(jobsApi.status, 503, 'The database did not answer.')
    const user = await openCard()
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(jobsApi.status, counts)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1,284')).toBeInTheDocument()
  })

  it('refetches on an event about jobs', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('1,284')
    answer(jobsApi.status, { ...counts, completed: 1285 })
    FakeEventSource.latest.send('jobs')
    expect(await screen.findByText('1,285')).toBeInTheDocument()
  })
})

describe('Retry', () => {
  it.each(['ops', 'admin'] as const)('runs a failed job again as %s', async (role) => {
    const retried = answer(jobsApi.retry, { ...failed, status: 'waiting' })
    const user = await openCard(buildCurrentUser({ role }))
    const button = await retryButton()
    answer(jobsApi.list, [{ ...failed, status: 'waiting', error: null }])
    await user.click(button)
    expect(await screen.findByText('Job Restarted')).toBeInTheDocument()
    expect(screen.getByText('The job will run again now')).toBeInTheDocument()
    expect(retried).toEqual([{ jobId: failed.id }])
    await waitFor(() => expect(button).not.toBeInTheDocument())
  })

  it('shows the server’s sentence when the job can’t run again', async () => {
    refuse(jobsApi.retry, 409, 'The job is running already.')
    const user = await openCard()
    await user.click(await retryButton())
    expect(await screen.findByText('Retry Failed')).toBeInTheDocument()
    expect(screen.getByText('The job is running already.')).toBeInTheDocument()
  })

  it('is not offered for jobs that did not fail', async () => {
    answer(jobsApi.list, [buildJob({ status: 'completed' })])
    await openCard()
    await screen.findByRole('list', { name: 'Latest jobs' })
    expect(screen.queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  })

  it('is blocked for readonly and says why', async () => {
    const retried = answer(jobsApi.retry, failed)
    const user = await openCard(buildCurrentUser({ role: 'readonly' }))
    const button = await retryButton()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Your role is Read Only/)
    await user.click(button)
    expect(retried).toEqual([])
  })
})
