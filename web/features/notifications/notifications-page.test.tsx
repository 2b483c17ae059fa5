import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type NotificationDetail, notificationsApi } from '#contract/notifications.ts'
import { blockedReason, renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildNotification } from '#web/testing/settings-builders.ts'
import { NotificationsPage } from './notifications-page.tsx'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

function show(rows: NotificationDetail[], search = '', role: 'ops' | 'readonly' = 'ops') {
  const requests = answer(notificationsApi.list, rows, { total: rows.length })
  const rendered = renderPiece(<NotificationsPage />, {
    path: `/notifications${search}`,
    user: buildCurrentUser({ role }),
  })
  return { requests, rendered }
}

async function openDrawer(notification: NotificationDetail, role: 'ops' | 'readonly' = 'ops') {
  answer(notificationsApi.detail, notification)
  const { rendered } = show([notification], `?message=${notification.id}`, role)
  const user = await rendered
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Created', { selector: 'dt' })
  return { user, drawer }
}

describe('the history', () => {
  it('shows sent, held and failed messages with the reason', async () => {
    show([
      buildNotification({ status: 'held', heldUntil: inHours(5.01), sentAt: null }),
      buildNotification({ status: 'held', heldUntil: inHours(-0.1), sentAt: null }),
      buildNotification({ method: 'email', status: 'failed', subject: 'On its way', error: 'No such mailbox.' }),
      buildNotification({ audience: 'owner', status: 'skipped', error: 'Switched off since.', orderId: null }),
      buildNotification({ recipient: null, isTest: true }),
    ])
    const rows = await screen.findAllByRole('row')
    const [, held, due, failed, skipped, sent] = rows.map((row) => row.textContent)
    expect(held).toContain('HeldQuiet hours: will be sent in 5 hours')
    expect(due).toContain('HeldQuiet hours: will be sent any moment')
    expect(failed).toContain('On its way')
    expect(failed).toContain('FailedNo such mailbox.')
    expect(skipped).toContain('Not sentSwitched off since.')
    expect(sent).toContain('Test')
    expect(sent).toContain('Erased')
  })

  it('is filtered by the URL and by its select boxes', async () => {
    const { requests, rendered } = show([], '?status=failed&method=fax')
    const user = await rendered
    expect(await screen.findByText('No messages match these filters.')).toBeInTheDocument()
    expect(requests).toEqual([{ status: 'failed' }])
    await user.click(screen.getByRole('combobox', { name: 'Method' }))
    await user.click(await screen.findByRole('option', { name: 'Email' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ status: 'failed', method: 'email' }))
    expect(window.location.search).toBe('?status=failed&method=email')
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(await screen.findByText('No messages yet')).toBeInTheDocument()
  })

  it('is filtered to one order by its link until the filter is removed', async () => {
    const notification = buildNotification()
    const { requests, rendered } = show([notification], `?order=${notification.orderId}`)
    const user = await rendered
    const narrowed = await screen.findByRole('button', { name: 'Order LS-10042: remove this filter' })
    expect(requests).toEqual([{ orderId: notification.orderId }])
    await user.click(narrowed)
    await waitFor(() => expect(requests.at(-1)).toEqual({}))
    expect(window.location.search).toBe('')
    expect(narrowed).not.toBeInTheDocument()
  })

  it('refreshes on live updates', async () => {
    answer(notificationsApi.list, [], { total: 0 })
    openApp('/notifications', buildCurrentUser())
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeInTheDocument()
    expect(await screen.findByText('No messages yet')).toBeInTheDocument()
    answer(notificationsApi.list, [buildNotification()], { total: 1 })
    FakeEventSource.latest.send('notifications')
    expect(await screen.findByRole('link', { name: 'Order shipped' })).toBeInTheDocument()
  })

  it('shows an error when it can’t be loaded', async () => {
    refuse(notificationsApi.list, 503, 'Try again later.')
    await renderPiece(<NotificationsPage />, { path: '/notifications' })
    expect(await screen.findByText('The history couldn’t be loaded')).toBeInTheDocument()
  })
})

describe('a message', () => {
  it('opens from the list, shown as an SMS', async () => {
    const notification = buildNotification()
    answer(notificationsApi.detail, notification)
    const user = await show([notification]).rendered
    await user.click(await screen.findByRole('link', { name: 'Order shipped' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Order shipped' }))
    expect(await drawer.findByText('Harbor & Pine: your order LS-10042 is on its way.')).toBeInTheDocument()
    expect(drawer.getByRole('link', { name: 'LS-10042' })).toHaveAttribute(
      'href',
      `/orders?order=${notification.orderId}`,
    )
  })

  it('is shown as HTML mail and as plain text', async () => {
    const notification = buildNotification({ method: 'email', subject: 'On its way', message: 'Good news.' })
    const { drawer } = await openDrawer(notification)
    const frame = drawer.getByTitle('The email')
    expect(frame).toHaveAttribute('sandbox', '')
    expect(frame).toHaveAttribute('src', `/api/notifications/${notification.id}/page`)
    expect(drawer.getByText('Good news.')).toBeInTheDocument()
  })

  it('says when its text has been erased', async () => {
    const { drawer } = await openDrawer(buildNotification({ message: null, recipient: null }))
    expect(drawer.getByText(/^The text was erased/)).toBeInTheDocument()
  })

  it('says when it does not exist', async () => {
    refuse(notificationsApi.detail, 404, 'No such message.')
    await show([], `?message=${newId()}`).rendered
    expect(await screen.findByText('This message isn’t in your company.')).toBeInTheDocument()
  })
})

describe('Resend', () => {
  it('creates a new message and opens it', async () => {
    const failed = buildNotification({ status: 'failed', sentAt: null, error: 'The number is not in use.' })
    const again = buildNotification({ status: 'pending', sentAt: null })
    const { user } = await openDrawer(failed)
    const sent = answer(notificationsApi.resend, again)
    answer(notificationsApi.detail, ({ notificationId }) => (notificationId === again.id ? again : failed))
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('Message Queued')).toBeInTheDocument()
    expect(sent).toEqual([{ notificationId: failed.id }])
    await waitFor(() => expect(window.location.search).toBe(`?message=${again.id}`))
    expect(await within(screen.getByRole('dialog')).findByText('Waiting')).toBeInTheDocument()
  })

  it('is blocked with a reason when a message can’t be resent', async () => {
    await openDrawer(buildNotification({ resendObstacle: 'The customer has opted out.' }))
    await waitFor(() => expect(blockedReason('Resend')).toBe('The customer has opted out.'))
  })

  it('is blocked for readonly', async () => {
    await openDrawer(buildNotification(), 'readonly')
    await waitFor(() =>
      expect(blockedReason('Resend')).toBe('Your role is Read Only. Operations and Admin can resend messages.'),
    )
  })
})
