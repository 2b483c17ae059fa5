import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportsApi } from '#contract/reports.ts'
import { blockedReason, renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { buildReportRun, buildSalesReport, buildSchedule } from '#web/testing/report-builders.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import './schedule-form.tsx'
import './schedule-form.tsx'
import { ScheduledReports } from './scheduled-reports.tsx'

const daily = buildSchedule()
const weekly = buildSchedule({
  name: 'Weekly inventory report',
  reportType: 'inventory',
  format: 'csv',
  frequency: 'weekly',
  weekday: 1,
  timeOfDay: '08:00',
  audience: 'operations',
})
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString()

async function show(schedules: ReportSchedule[], options: Parameters<typeof renderPiece>[1] = {}) {
  answer(reportSchedulesApi.list, schedules)
  const user = await renderPiece(<ScheduledReports />, { path: '/reports', ...options })
  if (schedules.length > 0) await screen.findByRole('table', { name: 'Scheduled reports' })
  return user
}

const rowOf = (name: RegExp) => screen.getByRole('row', { name })
const cellsOf = (name: RegExp) => [...rowOf(name).children].map(({ textContent }) => textContent)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

type User = Awaited<ReturnType<typeof show>>

async function choose(user: User, name: string, schedule = daily) {
  await user.click(screen.getByRole('button', { name: `Actions for ${schedule.name}` }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

async function pick(user: User, box: HTMLElement, option: string) {
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('the list', () => {
  it('shows report, timing, recipients and next run', async () => {
    await show([daily, { ...weekly, isActive: false, nextRunAt: null, recipients: ['ware@harbor.example'] }])
    expect(cellsOf(/^Daily sales/).slice(0, 6)).toEqual([
      'Daily sales summarySales, XLSX',
      'Daily at 9:00 AM',
      'to financeowner@harbor.example (company address)',
      'Active',
      expect.stringMatching(/^in \d+ years$/),
      'Never',
    ])
    expect(cellsOf(/^Weekly inventory/).slice(0, 5)).toEqual([
      'Weekly inventory reportInventory, CSV',
      'Weekly on Monday at 8:00 AM',
      'to operationsware@harbor.example',
      'Paused',
      '—',
    ])
  })

  it('says when there are neither recipients nor a company’s address', async () => {
    await show([{ ...daily, fallback: null }])
    expect(screen.getByText('No recipients yet')).toBeInTheDocument()
  })

  it('shows the outcome of the last run', async () => {
    const run = buildReportRun({ sentAt: hoursAgo(2), dueAt: hoursAgo(3) })
    const unsent = { ...run, sentAt: null }
    await show(
      [
        run,
        { ...run, recipients: ['cfo@harbor.example'] },
        { ...unsent, status: 'failed', error: 'The mail server said no.' } as const,
        { ...unsent, status: 'unsure', error: 'No answer came.' } as const,
        { ...unsent, status: 'pending' } as const,
      ].map((lastRun) => buildSchedule({ lastRun })),
    )
    const outcomes = screen.getAllByRole('row', { name: /^Daily/ }).map(({ children }) => children[5]?.textContent)
    expect(outcomes).toEqual([
      'Sentto 2 people 2 hours ago',
      'Sentto 1 person 2 hours ago',
      'Failed3 hours agoThe mail server said no.',
      'May have been sent3 hours agoNo answer came.',
      'Sending3 hours ago',
    ])
  })

  it('offers to create the first one', async () => {
    await show([])
    expect(await screen.findByText(/^No scheduled reports yet\./)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'New schedule' })).toBeInTheDocument()
  })

  it('says why it couldn’t be loaded, and loads on retry', async () => {
    refuse(reportSchedulesApi.list, 503, 'The database did not answer.')
    const user = await renderPiece(<ScheduledReports />, { path: '/reports' })
    expect(await screen.findByRole('alert')).toHaveTextContent('The scheduled reports couldn’t be loaded')
    answer(reportSchedulesApi.list, [daily])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Daily at 9:00 AM')).toBeInTheDocument()
  })

  it('refetches on events about reports', async () => {
    answer(reportsApi.read, buildSalesReport())
    answer(reportSchedulesApi.list, [daily])
    openApp('/reports', buildCurrentUser())
    expect(await screen.findByText('Daily at 9:00 AM')).toBeInTheDocument()
    answer(reportSchedulesApi.list, [{ ...daily, timeOfDay: '17:30' }])
    FakeEventSource.latest.send('reports')
    expect(await screen.findByText('Daily at 5:30 PM')).toBeInTheDocument()
  })
})

describe('a new schedule', () => {
  it('is sent as it was filled in', async () => {
    const user = await show([daily])
    const requests = answer(reportSchedulesApi.create, { ...weekly, weekday: 5 })
    await user.click(screen.getByRole('button', { name: 'New schedule' }))
    const form = await dialog('New schedule')
    expect(form.getByLabelText(/^Recipients/)).toHaveAccessibleDescription(/reports go to owner@harbor\.example\.$/)
    await user.type(form.getByLabelText('Name'), 'Stock on Friday')
    await pick(user, form.getByRole('combobox', { name: 'Report' }), 'Inventory')
    await pick(user, form.getByRole('combobox', { name: 'How often' }), 'Weekly')
    await pick(user, form.getByRole('combobox', { name: 'Weekday' }), 'Friday')
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '08:00' } })
    await user.type(form.getByLabelText('Audience'), 'operations')
    await user.type(form.getByLabelText(/^Recipients/), 'a@harbor.example, b@harbor.example{Enter}A@harbor.example')
    await user.click(form.getByRole('button', { name: 'Create schedule' }))
    expect(await screen.findByText('Schedule Created')).toBeInTheDocument()
    expect(screen.getByText('The report will be emailed weekly on Friday at 8:00 AM')).toBeInTheDocument()
    expect(requests).toEqual([
      {
        name: 'Stock on Friday',
        reportType: 'inventory',
        format: 'xlsx',
        frequency: 'weekly',
        weekday: 5,
        timeOfDay: '08:00',
        audience: 'operations',
        recipients: ['A@harbor.example', 'b@harbor.example'],
        isActive: true,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('names each invalid address, and what is missing', async () => {
    const user = await show([daily])
    await user.click(screen.getByRole('button', { name: 'New schedule' }))
    const form = await dialog('New schedule')
    await user.type(form.getByLabelText(/^Recipients/), 'cfo, a@harbor.example; nobody@')
    await user.click(form.getByRole('button', { name: 'Create schedule' }))
    expect(await form.findByText('Not an email address: “cfo”, “nobody@”')).toBeInTheDocument()
    expect(form.getByText('Name is required')).toBeInTheDocument()
    expect(form.getByText('Audience is required')).toBeInTheDocument()
  })

  it('that the server refuses stays in the form, with the reason', async () => {
    const user = await show([daily])
    refuse(reportSchedulesApi.create, 409, 'There are too many already.')
    await user.click(screen.getByRole('button', { name: 'New schedule' }))
    const form = await dialog('New schedule')
    await user.type(form.getByLabelText('Name'), 'Channels on Friday')
    await user.type(form.getByLabelText('Audience'), 'marketing')
    await user.click(form.getByRole('button', { name: 'Create schedule' }))
    expect(await form.findByRole('alert')).toHaveTextContent('There are too many already.')
    expect(form.getByLabelText('Name')).toHaveValue('Channels on Friday')
  })
})

describe('a schedule', () => {
  it('is changed in the same form; a daily one has no weekday', async () => {
    const user = await show([weekly])
    const requests = answer(reportSchedulesApi.update, { ...weekly, frequency: 'daily', weekday: null })
    await choose(user, 'Edit', weekly)
    const form = await dialog('Edit schedule')
    expect(form.getByLabelText('Name')).toHaveValue('Weekly inventory report')
    expect(form.getByRole('combobox', { name: 'Weekday' })).toHaveTextContent('Monday')
    await pick(user, form.getByRole('combobox', { name: 'How often' }), 'Daily')
    expect(form.queryByRole('combobox', { name: 'Weekday' })).not.toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Schedule Updated')).toBeInTheDocument()
    expect(requests).toMatchObject([{ scheduleId: weekly.id, frequency: 'daily', weekday: null, timeOfDay: '08:00' }])
  })

  it('keeps the form open with the server’s error at its field', async () => {
    const user = await show([daily])
    refuse(reportSchedulesApi.update, 422, 'Some fields are not right.', [
      { field: 'name', message: 'There is one of this name' },
    ])
    await choose(user, 'Edit')
    const form = await dialog('Edit schedule')
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await form.findByText('There is one of this name')).toBeInTheDocument()
    expect(await screen.findByText('Failed to update schedule')).toBeInTheDocument()
  })

  it('is paused and resumed', async () => {
    const user = await show([daily])
    const paused = { ...daily, isActive: false, nextRunAt: null }
    const requests = answer(reportSchedulesApi.update, ({ isActive }) => (isActive ? daily : paused))
    answer(reportSchedulesApi.list, [paused])
    await choose(user, 'Pause')
    expect(await screen.findByText('Schedule Paused')).toBeInTheDocument()
    expect(screen.getByText('“Daily sales summary” won’t be sent until you resume it')).toBeInTheDocument()
    expect(await screen.findByText('Paused')).toBeInTheDocument()
    await choose(user, 'Resume')
    expect(await screen.findByText('Schedule Resumed')).toBeInTheDocument()
    expect(screen.getByText('“Daily sales summary” will be emailed daily at 9:00 AM')).toBeInTheDocument()
    expect(requests).toEqual([
      { scheduleId: daily.id, isActive: false },
      { scheduleId: daily.id, isActive: true },
    ])
  })

  it('is sent at once by Run now, and says why when it can’t be', async () => {
    const user = await show([daily])
    const requests = answer(reportSchedulesApi.run, daily)
    await choose(user, 'Run now')
    expect(await screen.findByText('Report Queued')).toBeInTheDocument()
    expect(screen.getByText('It will arrive in a moment')).toBeInTheDocument()
    expect(requests).toEqual([{ scheduleId: daily.id }])
    refuse(reportSchedulesApi.run, 409, 'It is being sent already.')
    await choose(user, 'Run now')
    expect(await screen.findByText('Failed to send the report')).toBeInTheDocument()
    expect(screen.getByText('It is being sent already.')).toBeInTheDocument()
  })

  it('shows its history from the URL, with the recipients of each mail', async () => {
    const runs = [
      buildReportRun({ requestedBy: 'Theo Okafor', recipients: ['cfo@harbor.example'] }),
      buildReportRun({ status: 'failed', sentAt: null, recipients: [], error: 'There is nobody to send it to.' }),
    ]
    const requests = answer(reportSchedulesApi.runs, runs, { total: 2 })
    const user = await show([daily])
    await choose(user, 'History')
    const history = await dialog('History for Daily sales summary')
    const [first, second] = await within(
      await history.findByRole('list', { name: 'History for Daily sales summary' }),
    ).findAllByText('Oct 1, 2026')
    expect(first?.closest('li')).toHaveTextContent(
      /Sentto 1 person .*Requested by Theo Okafor, to:cfo@harbor\.example$/,
    )
    expect(second?.closest('li')).toHaveTextContent(/Failed.*There is nobody to send it to\.Scheduled run$/)
    expect(window.location.search).toBe(`?schedule=${daily.id}`)
    expect(requests).toEqual([{ scheduleId: daily.id, limit: '20' }])
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('is deleted after confirmation', async () => {
    const user = await show([daily, weekly])
    const requests = answer(reportSchedulesApi.remove, { id: daily.id })
    answer(reportSchedulesApi.list, [weekly])
    await choose(user, 'Delete')
    await user.click((await question('Delete “Daily sales summary”?')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Schedule Deleted')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Daily at 9:00 AM')).not.toBeInTheDocument())
    expect(requests).toEqual([{ scheduleId: daily.id }])
  })

  it('can’t be changed by readers, who see the reason and can open its history', async () => {
    neverAnswer(reportSchedulesApi.runs)
    const user = await show([daily], { user: buildCurrentUser({ role: 'readonly' }) })
    const reason = 'Your role is Read Only. Operations and Admin can schedule reports.'
    await waitFor(() => expect(blockedReason('New schedule')).toBe(reason))
    await user.click(screen.getByRole('button', { name: 'Actions for Daily sales summary' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => [item.textContent?.match(/^(?:Run now|[A-Z][a-z]+)/)?.[0], item.ariaDisabled])).toEqual([
      ['Edit', 'true'],
      ['Pause', 'true'],
      ['Run now', 'true'],
      ['History', null],
      ['Delete', 'true'],
    ])
    expect(items[0]).toHaveTextContent('Your role is Read Only. Operations and Admin can change scheduled reports.')
    await user.click(screen.getByRole('menuitem', { name: 'History' }))
    expect(await screen.findByRole('dialog', { name: 'History for Daily sales summary' })).toBeInTheDocument()
  })
})
