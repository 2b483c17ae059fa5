import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { notificationsApi, type TemplateRow } from '#contract/notifications.ts'
import { settingsApi } from '#contract/settings.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings, defaultTemplates } from '#web/testing/settings-builders.ts'
import { NotificationsTab } from '../notifications-tab.tsx'

const text = { audience: 'owner', type: 'order_placed', method: 'sms' } as const
const mail = { audience: 'customer', type: 'order_placed', method: 'email' } as const
type Kind = Pick<TemplateRow, 'audience' | 'type' | 'method'>
const isOf = (kind: Kind) => (row: TemplateRow) =>
  row.audience === kind.audience && row.type === kind.type && row.method === kind.method

function templatesWith(kind: Kind, change: Partial<TemplateRow>): TemplateRow[] {
  return defaultTemplates.map((row) => (isOf(kind)(row) ? { ...row, ...change } : row))
}

async function open(kind: Kind | null, rows = [...defaultTemplates], role: 'ops' | 'readonly' = 'ops') {
  answer(settingsApi.read, buildSettings())
  answer(notificationsApi.templates, rows)
  const template = kind ? `&template=${kind.audience}.${kind.type}.${kind.method}` : ''
  return renderPiece(<NotificationsTab />, {
    path: `/settings?tab=notifications${template}`,
    user: buildCurrentUser({ role }),
  })
}

const message = () => screen.findByLabelText<HTMLTextAreaElement>('Message')
const preview = () => within(screen.getByRole('region', { name: 'Preview' }))

it('templates are listed by audience, marked as custom or default', async () => {
  await open(null, templatesWith(text, { body: 'Ka-ching {{orderNumber}}', isOwn: true }))
  const toYou = within(await screen.findByRole('list', { name: 'To you' })).getAllByRole('listitem')
  expect(toYou.map((item) => item.textContent)).toEqual([
    'Order placedSMSYour textKa-ching {{orderNumber}}Edit',
    'Low stock alertEmailDefaultLow stock: {{count}}Edit',
    'Failed job alertEmailDefaultFailed: {{count}}Edit',
  ])
  expect(within(screen.getByRole('list', { name: 'To your customers' })).getAllByRole('listitem')).toHaveLength(9)
})

it('a template opens from the list and closing it returns the focus', async () => {
  const user = await open(null)
  await user.click(await screen.findByRole('button', { name: 'Edit Order placed (SMS to you)' }))
  expect(await message()).toHaveValue('New order {{orderNumber}} ({{shopNumber}} at {{channelName}}): {{total}}.')
  await user.click(screen.getByRole('button', { name: 'All notification settings' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Order placed (SMS to you)' })).toHaveFocus())
})

describe('an SMS template', () => {
  it('is previewed with its length in SMS', async () => {
    await open(text)
    await message()
    expect(preview().getByText('New order LS-10042 (#1042 at your website): $48.90.')).toBeInTheDocument()
    expect(preview().getByText('51 characters, sent as 1 SMS')).toBeInTheDocument()
    fireEvent.change(await message(), { target: { value: 'Hurrah’' } })
    expect(preview().getByText(/^With ’, one SMS holds only 70 characters/)).toBeInTheDocument()
  })

  it('gets a variable inserted at the caret', async () => {
    const user = await open(text)
    const box = await message()
    await user.click(screen.getByRole('button', { name: 'Order total' }))
    expect(box).toHaveValue('New order {{orderNumber}} ({{shopNumber}} at {{channelName}}): {{total}}.{{total}}')
    await user.clear(box)
    await user.type(box, 'Sold: !')
    box.setSelectionRange(6, 6)
    await user.click(screen.getByRole('button', { name: 'Order number' }))
    expect(box).toHaveValue('Sold: {{orderNumber}}!')
    expect(box).toHaveFocus()
    expect(preview().getByText('Sold: LS-10042!')).toBeInTheDocument()
  })

  it('is saved as the company’s own text', async () => {
    const user = await open(text)
    await message()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    const saved = { body: 'Ka-ching: {{total}}', isOwn: true }
    const rows = templatesWith(text, saved)
    const sent = answer(notificationsApi.saveTemplate, rows.find(isOf(text)) ?? refusing())
    answer(notificationsApi.templates, rows)
    await user.clear(await message())
    await user.paste('Ka-ching: {{total}}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Message Saved')).toBeInTheDocument()
    expect(sent).toEqual([{ ...text, subject: null, body: 'Ka-ching: {{total}}' }])
    expect(await screen.findByText('Your text')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Restore default' })).toBeInTheDocument()
  })
})

describe('an email template', () => {
  it('is previewed by the server in a sandboxed frame', async () => {
    const user = await open(mail)
    const frame = await screen.findByTitle<HTMLIFrameElement>('Email preview')
    expect(frame).toHaveAttribute('sandbox', '')
    await user.clear(screen.getByLabelText('Subject'))
    await user.paste('Thanks')
    const preview = () => screen.getByTitle<HTMLIFrameElement>('Email preview')
    await waitFor(() => expect(new URL(preview().src).searchParams.get('subject')).toBe('Thanks'))
    expect(new URL(preview().src).pathname).toBe('/api/notification-templates/customer/order_placed/email/preview')
    // The frame is replaced: navigating the same frame would add a history entry that the back button goes through first.
    expect(preview()).not.toBe(frame)
    await user.clear(await message())
    expect(await screen.findByText('Your message will appear here.')).toBeInTheDocument()
  })

  it('shows errors at their fields, also those from the server', async () => {
    const user = await open(mail)
    refuse(notificationsApi.saveTemplate, 422, 'Refused', [
      { field: 'subject', message: 'There is no {{order}} in this message' },
      { field: 'subject', message: 'There is no {{name}} in this message' },
    ])
    await user.clear(await message())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Message is required')).toBeInTheDocument()
    await user.paste('Thanks')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription('There is no {{order}} in this message'),
    )
  })
})

it('a template goes back to its default text after a confirmation', async () => {
  const user = await open(text, templatesWith(text, { body: 'Ka-ching', isOwn: true }))
  expect(await message()).toHaveValue('Ka-ching')
  const before = defaultTemplates.find(isOf(text)) ?? refusing()
  const sent = answer(notificationsApi.resetTemplate, before)
  answer(notificationsApi.templates, [...defaultTemplates])
  await user.click(screen.getByRole('button', { name: 'Restore default' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore the default text?' }))
  await user.click(question.getByRole('button', { name: 'Restore default' }))
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(before.body))
  expect(sent).toEqual([text])
  await waitFor(() => expect(screen.getByRole('heading', { name: /^Order placed/ })).toHaveFocus())
})

it('leaving a template with unsaved text needs a confirmation', async () => {
  const user = await open(text)
  await user.type(await message(), '!')
  await user.click(screen.getByRole('button', { name: 'All notification settings' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('form', { name: 'Notification settings' })).toBeInTheDocument()
})

it('readonly can read templates but not change them', async () => {
  await open(text, [...defaultTemplates], 'readonly')
  expect(await message()).toBeDisabled()
  expect(await message()).toHaveValue('New order {{orderNumber}} ({{shopNumber}} at {{channelName}}): {{total}}.')
  expect(preview().getByText('New order LS-10042 (#1042 at your website): $48.90.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Order total' })).toBeDisabled()
  await waitFor(() =>
    expect(blockedReason('Save')).toBe('Your role is Read Only. Operations and Admin can change messages.'),
  )
})

function refusing(): never {
  throw new Error('This template doesn’t exist')
}
