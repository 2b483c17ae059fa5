import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testNotification } from '#contract/test-notification.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { TestNotifications } from './dashboard-page.tsx'

it('sends a text about a placed order and says so, or why not', async () => {
  const sent = answer(testNotification, { id: newId() })
  const user = await renderPiece(<TestNotifications />)
  await user.click(screen.getByRole('button', { name: 'Test Notifications' }))
  expect(await screen.findByText('Test Sent')).toBeInTheDocument()
  expect(screen.getByText('Test notification has been queued')).toBeInTheDocument()
  expect(sent).toEqual([{ type: 'order_placed', method: 'sms' }])
  refuse(testNotification, 409, 'There is no number to send to.')
  await user.click(screen.getByRole('button', { name: 'Test Notifications' }))
  expect(await screen.findByText('Test Failed')).toBeInTheDocument()
  expect(screen.getByText('Failed to send test notification. There is no number to send to.')).toBeInTheDocument()
})

it('is not for readers', async () => {
  await renderPiece(<TestNotifications />, { user: buildCurrentUser({ role: 'readonly' }) })
  await waitFor(() =>
    expect(blockedReason('Test Notifications')).toBe('Your role is Read Only. Operations and Admin can send tests.'),
  )
})
