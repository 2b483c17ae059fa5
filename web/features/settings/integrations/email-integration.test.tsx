import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'
import { EmailCard } from './integrations-tab.tsx'

async function show(settings: Partial<CompanySettings> = {}, role: 'ops' | 'readonly' = 'ops') {
  answer(settingsApi.read, buildSettings(settings))
  const user = await renderPiece(<EmailCard />, { path: '/settings', user: buildCurrentUser({ role }) })
  await screen.findByText('Status', { selector: 'dt' })
  return user
}

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const dialog = () => within(screen.getByRole('dialog', { name: 'Configure email' }))
const missing = { isConfigured: false, from: null }

it('the email card shows that the provider is configured, and the sender', async () => {
  await show({ mail: { senderName: 'Harbor', senderAddress: null, replyTo: null } })
  expect(screen.getByText('The email provider is configured.')).toBeInTheDocument()
  expect(fact('Status')).toBe('Configured')
  expect(fact('Sender name')).toBe('Harbor')
  expect(fact('Sender address')).toBe('no-reply@lockstep.example')
  expect(fact('Replies go to')).toBe('The sender address')
})

it('the email card says which settings are missing', async () => {
  const user = await show({ mailService: missing })
  expect(screen.getByText('The email provider is not configured')).toBeInTheDocument()
  expect(fact('Status')).toBe('Not configured')
  await user.click(screen.getByRole('button', { name: 'Configure' }))
  await waitFor(() => expect(blockedReason('Send me a test')).toBe('The email provider is not configured.'))
})

it('the email dialog saves the sender, and empty fields as null', async () => {
  const user = await show()
  const mail = { senderName: null, senderAddress: 'shop@harborpine.example', replyTo: null }
  const sent = answer(settingsApi.saveMail, buildSettings({ mail }))
  await user.click(screen.getByRole('button', { name: 'Configure' }))
  await user.click(dialog().getByLabelText(/^Sender address/))
  await user.paste('shop@harborpine.example')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Email settings have been updated')).toBeInTheDocument()
  expect(sent).toEqual([mail])
  expect(fact('Sender address')).toBe('shop@harborpine.example')
})

it('the email dialog shows an invalid address at its field, also for a test', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Configure' }))
  await user.type(dialog().getByLabelText(/^Reply-to/), 'nobody')
  await user.click(dialog().getByRole('button', { name: 'Send me a test' }))
  expect(await dialog().findByText('Enter an email address such as name@example.com')).toBeInTheDocument()
})

it('the email dialog sends a test with the typed sender and shows the result', async () => {
  const user = await show()
  refuse(settingsApi.testMail, 409, 'The mail server refused the sender.')
  await user.click(screen.getByRole('button', { name: 'Configure' }))
  await user.type(dialog().getByLabelText(/^Sender name/), 'Harbor')
  await user.click(dialog().getByRole('button', { name: 'Send me a test' }))
  expect(await dialog().findByText('The mail server refused the sender.')).toBeInTheDocument()

  const tested = answer(settingsApi.testMail, {
    sentTo: 'ops@lockstep.test',
    sentFrom: 'no-reply@lockstep.example',
  })
  await user.click(dialog().getByRole('button', { name: 'Send me a test' }))
  expect(await dialog().findByText('Test email from this sender sent to ops@lockstep.test.')).toBeInTheDocument()
  expect(tested).toEqual([{ senderName: 'Harbor', senderAddress: null, replyTo: null }])
  await user.type(dialog().getByLabelText(/^Sender name/), 's')
  expect(dialog().queryByText(/^Test email from this sender/)).not.toBeInTheDocument()
})

it('readonly can’t configure email', async () => {
  await show({}, 'readonly')
  await waitFor(() =>
    expect(blockedReason('Configure')).toBe('Your role is Read Only. Operations and Admin can configure email.'),
  )
})

const withSender = { senderName: null, senderAddress: 'shop@harborpine.example', replyTo: null }

it('the email card says that a sender address is not confirmed, and sends its link again', async () => {
  const unsent = { mail: withSender, senderConfirmation: { confirmedAt: null, linkSentAt: null } }
  const user = await show(unsent)
  expect(screen.getByText('Not confirmed yet')).toBeInTheDocument()
  expect(screen.getByText(/your emails come from no-reply@lockstep\.example/)).toBeInTheDocument()
  const sent = buildSettings({
    mail: withSender,
    senderConfirmation: { confirmedAt: null, linkSentAt: '2026-01-01T00:00:00Z' },
  })
  const asked = answer(settingsApi.sendSenderLink, sent)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Not confirmed yet: we sent a link to shop@harborpine.example')).toBeInTheDocument()
  expect(asked).toHaveLength(1)
  refuse(settingsApi.sendSenderLink, 409, 'You asked for 5 links within an hour. Try again later.')
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/The link could not be sent\. You asked for 5 links/)).toBeInTheDocument()
})

it('the email card shows since when the sender address is confirmed', async () => {
  await show({ mail: withSender, senderConfirmation: { confirmedAt: '2026-01-05T12:00:00Z', linkSentAt: null } })
  expect(screen.getByText(/Confirmed on/)).toHaveTextContent('shop@harborpine.example: Confirmed on Jan 5, 2026.')
  expect(screen.queryByText(/Not confirmed/)).not.toBeInTheDocument()
})

it('a test mail from an address that is not confirmed says where it came from', async () => {
  const user = await show({ mail: withSender })
  answer(settingsApi.testMail, { sentTo: 'ops@lockstep.test', sentFrom: 'no-reply@lockstep.example' })
  await user.click(screen.getByRole('button', { name: 'Configure' }))
  await user.click(dialog().getByRole('button', { name: 'Send me a test' }))
  expect(await dialog().findByText(/It came from no-reply@lockstep\.example/)).toBeInTheDocument()
})
