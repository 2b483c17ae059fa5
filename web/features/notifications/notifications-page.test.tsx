import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type NotificationDetail, notificationsApi } from '#contract/notifications.ts'
import { blockedReason, renderPiece } from '#web/testing/render-piece.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildNotification } from '#web/testing/settings-builders.ts'
import { NotificationsPage } from './notifications-page.tsx'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

function show(rows: NotificationDetail[], search = '', role: 'ops' | 'readonly' = 'ops') {
  const asked = answer(notificationsApi.list, rows, { total: rows.length })
  const hands = renderPiece(<NotificationsPage />, {
    path: `/notifications${search}`,
    user: buildCurrentUser({ role }),
  })
  return { asked, hands }
}

async function openDrawer(notification: NotificationDetail, role: 'ops' | 'readonly' = 'ops') {
  answer(notificationsApi.detail, notification)
  const { hands } = show([notification], `?message=${notification.id}`, role)
  const user = await hands
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Written', { selector: 'dt' })
  return { user, drawer }
}

describe('the history', () => {
  it('shows what was sent, what waits and until when, what failed and why', async () => {
    show([
      buildNotification({ status: 'held', heldUntil: inHours(5.01), sentAt: null }),
      buildNotification({ status: 'held', heldUntil: inHours(-0.1), sentAt: null }),
      buildNotification({ method: 'email', status: 'failed', subject: 'On its way', error: 'No such mailbox.' }),
      buildNotification({ audience: 'owner', status: 'skipped', error: 'Switched off since.', orderId: null }),
      buildNotification({ recipient: null, isTest: true }),
    ])
    const rows = await screen.findAllByRole('row')
    const [, held, due, failed, skipped, sent] = rows.map((row) => row.textContent)
    expect(held).toContain('HeldQuiet hours: it goes out in 5 hours')
    expect(due).toContain('HeldQuiet hours: it goes out any moment')
    expect(failed).toContain('On its way')
    expect(failed).toContain('FailedNo such mailbox.')
    expect(skipped).toContain('Not sentSwitched off since.')
    expect(sent).toContain('Test')
    expect(sent).toContain('Erased')
  })

  it('is narrowed by what the address says, and by choosing', async () => {
    const { asked, hands } = show([], '?status=failed&method=fax')
    const user = await hands
    expect(await screen.findByText('No message matches these filters.')).toBeInTheDocument()
    expect(asked).toEqual([{ status: 'failed' }])
    await user.click(screen.getByRole('combobox', { name: 'Method' }))
    await user.click(await screen.findByRole('option', { name: 'Email' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ status: 'failed', method: 'email' }))
    expect(window.location.search).toBe('?status=failed&method=email')
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(await screen.findByText('No messages yet')).toBeInTheDocument()
  })

  it('is narrowed to one order by its link, until somebody wants all', async () => {
    const notification = buildNotification()
    const { asked, hands } = show([notification], `?order=${notification.orderId}`)
    const user = await hands
    const narrowed = await screen.findByRole('button', { name: 'Order LS-10042: remove this filter' })
    expect(asked).toEqual([{ orderId: notification.orderId }])
    await user.click(narrowed)
    await waitFor(() => expect(asked.at(-1)).toEqual({}))
    expect(window.location.search).toBe('')
    expect(narrowed).not.toBeInTheDocument()
  })

  it('follows the news', async () => {
    answer(notificationsApi.list, [], { total: 0 })
    openApp('/notifications', buildCurrentUser())
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeInTheDocument()
    expect(await screen.findByText('No messages yet')).toBeInTheDocument()
    answer(notificationsApi.list, [buildNotification()], { total: 1 })
    FakeEventSource.latest.send('notifications')
    expect(await screen.findByRole('link', { name: 'Order shipped' })).toBeInTheDocument()
  })

  it('says when it can’t be loaded', async () => {
    refuse(notificationsApi.list, 503, 'Try again later.')
    await renderPiece(<NotificationsPage />, { path: '/notifications' })
    expect(await screen.findByText('The history couldn’t be loaded')).toBeInTheDocument()
  })
})

describe('a message', () => {
  it('is opened from the list, and shown as a text arrives', async () => {
    const notification = buildNotification()
    answer(notificationsApi.detail, notification)
    const user = await show([notification]).hands
    await user.click(await screen.findByRole('link', { name: 'Order shipped' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Order shipped' }))
    expect(await drawer.findByText('Harbor & Pine: your order LS-10042 is on its way.')).toBeInTheDocument()
    expect(drawer.getByRole('link', { name: 'LS-10042' })).toHaveAttribute(
      'href',
      `/orders?order=${notification.orderId}`,
    )
  })

  it('is shown as a mail program shows it, and as plain text', async () => {
    const notification = buildNotification({ method: 'email', subject: 'On its way', message: 'Good news.' })
    const { drawer } = await openDrawer(notification)
    const frame = drawer.getByTitle('The mail')
    expect(frame).toHaveAttribute('sandbox', '')
    expect(frame).toHaveAttribute('src', `/api/notifications/${notification.id}/page`)
    expect(drawer.getByText('Good news.')).toBeInTheDocument()
  })

  it('says that its words are erased', async () => {
    const { drawer } = await openDrawer(buildNotification({ message: null, recipient: null }))
    expect(drawer.getByText(/^The words have been erased/)).toBeInTheDocument()
  })

  it('says when there is no such one', async () => {
    refuse(notificationsApi.detail, 404, 'No such message.')
    await show([], `?message=${newId()}`).hands
    expect(await screen.findByText('There is no such message in this company.')).toBeInTheDocument()
  })
})

describe('Resend', () => {
  it('makes a message of its own and shows that', async () => {
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

  it('says why it can’t be', async () => {
    await openDrawer(buildNotification({ resendObstacle: 'The customer has opted out.' }))
    await waitFor(() => expect(blockedReason('Resend')).toBe('The customer has opted out.'))
  })

  it('is not for readers', async () => {
    await openDrawer(buildNotification(), 'readonly')
    await waitFor(() =>
      expect(blockedReason('Resend')).toBe('Your role is Read Only. Operations and Admin can resend messages.'),
    )
  })
})
