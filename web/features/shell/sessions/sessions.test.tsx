import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { authApi, type SessionRow } from '#contract/auth.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { SessionsDialog } from './sessions-dialog.tsx'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const buildSession = (overrides: Partial<SessionRow>): SessionRow => ({
  id: newId(),
  isCurrent: false,
  userAgent: windows,
  ipAddress: '203.0.113.7',
  startedAt: '2026-01-01T00:00:00Z',
  lastUsedAt: '2026-01-01T02:00:00Z',
  endsAt: '2026-01-01T12:00:00Z',
  ...overrides,
})
const here = buildSession({ isCurrent: true })
const phone = buildSession({ userAgent: iPhone, ipAddress: '198.51.100.4' })
const unknown = buildSession({ userAgent: null, ipAddress: null })

async function show(sessions: SessionRow[]) {
  answer(authApi.sessions, sessions)
  const user = await renderPiece(<SessionsDialog open onOpenChange={() => undefined} />)
  const list = within(await screen.findByRole('list', { name: 'Your sessions' }))
  return { user, items: () => list.getAllByRole('listitem').map((item) => within(item)) }
}

it('a person’s name in the side menu opens their sessions', async () => {
  answerDashboard()
  answer(authApi.sessions, [here])
  const user = openApp('/', buildCurrentUser({ firstName: 'Ada', lastName: 'Byron' }))
  await user.click(await screen.findByRole('button', { name: /^Ada Byron.*Your sessions$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your sessions' }))
  expect(await dialog.findByText('Chrome on Windows')).toBeInTheDocument()
})

it('sessions are listed with browser, IP address and times, and this one is marked', async () => {
  const { items } = await show([here, phone, unknown])
  const [first, second, third] = items()
  expect(first?.getByText('Chrome on Windows')).toHaveAttribute('title', windows)
  expect(first?.getByText('This session')).toBeInTheDocument()
  expect(first?.queryByRole('button')).not.toBeInTheDocument()
  expect(second?.getByText('Safari on iPhone')).toBeInTheDocument()
  expect(second?.getByText('198.51.100.4')).toBeInTheDocument()
  expect(second?.getByText(/^Last used/)).toHaveTextContent(/^Last used .+ ago, started .+ ago$/)
  expect(second?.queryByText('This session')).not.toBeInTheDocument()
  expect(third?.getByText('Unknown browser')).toBeInTheDocument()
})

it('another session can be ended', async () => {
  const requests = answer(authApi.endSession, { id: phone.id })
  const { user, items } = await show([here, phone])
  answer(authApi.sessions, [here])
  await user.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }))
  await waitFor(() => expect(items()).toHaveLength(1))
  expect(screen.getByText('Session Ended')).toBeInTheDocument()
  expect(requests).toEqual([{ sessionId: phone.id }])
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument()
})

it('a session that has ended already disappears with the server’s message', async () => {
  refuse(authApi.endSession, 404, 'This session has ended already.')
  const { user, items } = await show([here, phone])
  answer(authApi.sessions, [here])
  await user.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }))
  expect(await screen.findByText('Failed to end the session. This session has ended already.')).toBeInTheDocument()
  await waitFor(() => expect(items()).toHaveLength(1))
})

it('all other sessions can be ended at once', async () => {
  const requests = answer(authApi.endOtherSessions, { ended: 2 })
  const { user, items } = await show([here, phone, unknown])
  answer(authApi.sessions, [here])
  await user.click(screen.getByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('You were signed out of 2 other sessions')).toBeInTheDocument()
  await waitFor(() => expect(items()).toHaveLength(1))
  expect(requests).toHaveLength(1)
})
