import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { notificationsApi } from '#contract/notifications.ts'
import { observeApi } from '#contract/observe.ts'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { blockedReason, renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings, defaultTemplates } from '#web/testing/settings-builders.ts'
import { NotificationsTab } from './notifications-tab.tsx'

const path = '/settings?tab=notifications'
/** Only two: queries by role get slow with many buttons. */
const templates = defaultTemplates.slice(0, 2)

async function show(settings: Partial<CompanySettings> = {}, role: 'ops' | 'readonly' = 'ops') {
  answer(settingsApi.read, buildSettings(settings))
  answer(notificationsApi.templates, templates)
  const user = await renderPiece(<NotificationsTab />, { path, user: buildCurrentUser({ role }) })
  await screen.findByRole('form', { name: 'Notification settings' })
  return user
}

/** Renders the whole app, with the other tabs and live updates. */
async function openWhole() {
  answer(settingsApi.read, buildSettings())
  answer(notificationsApi.templates, templates)
  answer(observeApi.mode, {
    observingSince: null,
    goingLive: { ordersToSend: 0, ordersLeft: 0, channelsToTell: 0, accountsToSend: 0 },
  })
  const user = openApp(path, buildCurrentUser())
  await screen.findByRole('form', { name: 'Notification settings' })
  return user
}

const toggle = (name: string) => screen.getByRole('switch', { name })
const box = (label: string | RegExp) => screen.getByLabelText(label)
const save = () => screen.getByRole('button', { name: 'Save' })
const toggles = ['SMS for new orders', 'Low stock alerts', 'Failed job alerts', 'SMS', 'Email']

it('by default all switches are on and quiet hours last from 22:00 to 08:00', async () => {
  await show()
  for (const name of toggles) expect(toggle(name)).toBeChecked()
  expect(box('Quiet hours start')).toHaveValue('22:00')
  expect(box('Quiet hours end')).toHaveValue('08:00')
  expect(box(/^Alert email/)).toHaveAttribute('placeholder', 'hello@harborpine.example')
  expect(
    screen.getByText(/^No customer SMS during these hours, in the shipping address’s time zone/),
  ).toBeInTheDocument()
})

describe('saving', () => {
  it('sends all settings and shows a toast', async () => {
    const user = await show()
    const { notifications } = buildSettings()
    const changed = { ...notifications, ownerSms: false, quietHoursStart: '21:30', alertPhone: '+12065550123' }
    const sent = answer(settingsApi.saveNotifications, buildSettings({ notifications: changed }))
    await user.click(toggle('SMS for new orders'))
    fireEvent.change(box('Quiet hours start'), { target: { value: '21:30' } })
    fireEvent.change(box(/^Alert phone/), { target: { value: '+1 (206) 555-0123' } })
    await user.click(save())
    expect(await screen.findByText('Settings Saved')).toBeInTheDocument()
    expect(screen.getByText('Notification settings have been updated')).toBeInTheDocument()
    expect(sent).toEqual([changed])
    await waitFor(() => expect(screen.queryByText('Discard changes')).not.toBeInTheDocument())
    expect(box(/^Alert phone/)).toHaveValue('+12065550123')
  })

  it('shows a toast also when nothing was changed', async () => {
    const user = await show()
    const sent = answer(settingsApi.saveNotifications, buildSettings())
    await user.click(save())
    expect(await screen.findByText('Settings Saved')).toBeInTheDocument()
    expect(sent).toEqual([buildSettings().notifications])
  })

  it('keeps changes made while it is under way', async () => {
    const user = await show()
    const { notifications } = buildSettings()
    const saved = Promise.withResolvers<CompanySettings>()
    const sent = answer(settingsApi.saveNotifications, () => saved.promise)
    fireEvent.change(box(/^Alert email/), { target: { value: 'a@example.com' } })
    await user.click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
    fireEvent.change(box(/^Alert email/), { target: { value: 'ab@example.com' } })
    await user.click(toggle('Email'))
    saved.resolve(buildSettings({ notifications: { ...notifications, alertEmail: 'a@example.com' } }))
    expect(await screen.findByText('Settings Saved')).toBeInTheDocument()
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'))
    expect(box(/^Alert email/)).toHaveValue('ab@example.com')
    expect(toggle('Email')).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(box(/^Alert email/)).toHaveValue('a@example.com')
    expect(toggle('Email')).toBeChecked()
  })

  it('shows the server’s error, keeps the chosen values, and works at the next try', async () => {
    const user = await show()
    refuse(settingsApi.saveNotifications, 503, 'The database did not answer.')
    await user.click(toggle('Low stock alerts'))
    await user.click(save())
    expect(
      await screen.findByText('Failed to save notification settings. The database did not answer.'),
    ).toBeInTheDocument()
    expect(toggle('Low stock alerts')).not.toBeChecked()
    const changed = { ...buildSettings().notifications, lowStockAlerts: false }
    const sent = answer(settingsApi.saveNotifications, buildSettings({ notifications: changed }))
    await user.click(save())
    expect(await screen.findByText('Settings Saved')).toBeInTheDocument()
    expect(sent).toEqual([changed])
  })

  it('shows an error at a phone number without country code', async () => {
    const user = await show()
    fireEvent.change(box(/^Alert phone/), { target: { value: '555 0100' } })
    await user.click(save())
    expect(await screen.findByText('Enter a number with its country code, such as +1 206 555 0100')).toBeInTheDocument()
  })
})

describe('unsaved changes', () => {
  it('are not discarded by another tab, a link, the menu or a template without a confirmation', async () => {
    const user = await openWhole()
    await user.click(toggle('Email'))
    await user.click(screen.getByRole('tab', { name: 'System' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await user.click(await screen.findByRole('link', { name: 'Open the history' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.click(await screen.findByRole('link', { name: 'Settings' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Order placed (SMS to customers)' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(await screen.findByRole('switch', { name: 'Email' })).not.toBeChecked()
    const info = { version: '1.0.0', environment: 'production', database: 'PostgreSQL', cache: 'PostgreSQL' } as const
    answer(settingsApi.systemInfo, info)
    await user.click(screen.getByRole('tab', { name: 'System' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('tab', { name: 'System', selected: true })).toBeInTheDocument()
    expect(await screen.findByRole('form', { name: 'System settings' })).toBeInTheDocument()
  })

  it('stay while a colleague’s changes appear in other fields', async () => {
    const user = await openWhole()
    await user.click(toggle('Email'))
    const { notifications } = buildSettings()
    answer(settingsApi.read, buildSettings({ notifications: { ...notifications, customerSms: false } }))
    FakeEventSource.latest.send('settings')
    await waitFor(() => expect(toggle('SMS')).not.toBeChecked())
    expect(toggle('Email')).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(toggle('Email')).toBeChecked()
    expect(toggle('SMS')).not.toBeChecked()
  })
})

describe('a test message', () => {
  it('is sent by SMS or email', async () => {
    const user = await show()
    const sent = answer(notificationsApi.test, { id: '019a8a00-0000-7000-8000-00000000aaaa' })
    await user.click(screen.getByRole('button', { name: 'Send test SMS' }))
    expect(await screen.findByText('Test Sent')).toBeInTheDocument()
    expect(screen.getByText('Test notification has been queued')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Send test email' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { type: 'order_placed', method: 'sms' },
        { type: 'order_placed', method: 'email' },
      ]),
    )
  })

  it('shows an error when it could not be queued', async () => {
    const user = await show()
    refuse(notificationsApi.test, 503, 'Try again later.')
    await user.click(screen.getByRole('button', { name: 'Send test SMS' }))
    expect(await screen.findByText('Test Failed')).toBeInTheDocument()
    expect(screen.getByText('Failed to send test notification. Try again later.')).toBeInTheDocument()
  })
})

it('the tab says which service is not configured', async () => {
  const missing = { isConfigured: false, from: null }
  await show({ mailService: missing, smsService: missing })
  expect(screen.getByText('The SMS service is not configured')).toBeInTheDocument()
  expect(screen.getByText('The email provider is not configured')).toBeInTheDocument()
  await waitFor(() => expect(blockedReason('Send test SMS')).toBe('The SMS service is not configured.'))
})

it('the tab warns when there is no number for SMS', async () => {
  await show({ company: { name: 'Harbor & Pine', email: null, phone: null } })
  expect(screen.getByText('No phone number for texts yet. Enter an alert phone.')).toBeInTheDocument()
  await waitFor(() => expect(blockedReason('Send test SMS')).toBe('Add and save an alert phone first.'))
})

it('readonly can’t change notification settings and sees why', async () => {
  await show({}, 'readonly')
  for (const name of toggles) {
    expect(toggle(name)).toBeDisabled()
    expect(toggle(name)).toBeChecked()
  }
  expect(box('Quiet hours start')).toBeDisabled()
  expect(box('Quiet hours start')).toHaveValue('22:00')
  await waitFor(() =>
    expect(blockedReason('Save')).toBe('Your role is Read Only. Operations and Admin can change notifications.'),
  )
  expect(await screen.findByRole('button', { name: 'View Order placed (SMS to customers)' })).toBeInTheDocument()
})

describe('the alert phone', () => {
  const unconfirmed = { number: '+12065550100', confirmedAt: null, codeSentAt: null, obstacle: null }

  it('is confirmed by a code, and gets neither alerts nor tests before', async () => {
    const user = await show({ phoneConfirmation: unconfirmed })
    expect(screen.getByText('+12065550100 is not confirmed')).toBeInTheDocument()
    expect(screen.getByText(/^To get alerts by text, enter the code/)).toBeInTheDocument()
    await waitFor(() => expect(blockedReason('Send test SMS')).toBe('Confirm the alert phone first.'))
    const codeSentAt = '2026-01-01T00:00:00Z'
    answer(settingsApi.sendPhoneCode, buildSettings({ phoneConfirmation: { ...unconfirmed, codeSentAt } }))
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    const form = within(await screen.findByRole('form', { name: 'Code from the text' }))
    refuse(settingsApi.confirmPhone, 422, 'Wrong code. Tries left: 4')
    await user.type(form.getByLabelText('Code'), '123456')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await form.findByText('Wrong code. Tries left: 4')).toBeInTheDocument()
    const entered = answer(settingsApi.confirmPhone, buildSettings())
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/^Alerts are texted to/)).toHaveTextContent('+12065550100. Confirmed on')
    expect(entered).toEqual([{ code: '123456' }])
  })

  it('that answered STOP is shown with what to do', async () => {
    const obstacle = 'This number answered STOP: it gets no texts until it answers START.'
    await show({ phoneConfirmation: { ...unconfirmed, obstacle } })
    expect(screen.getByText('Texts aren’t reaching +12065550100')).toBeInTheDocument()
    expect(screen.getByText(obstacle)).toBeInTheDocument()
  })
})

it('shows what may be sent today, and where texts may go', async () => {
  await show()
  expect(screen.getByText(/^Used today: 12 of 2,000 texts and 40 of 20,000 emails/)).toBeInTheDocument()
  expect(screen.getByText('Texts can be sent to Canada, United States.')).toBeInTheDocument()
})
