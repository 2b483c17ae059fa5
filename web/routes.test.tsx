import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { jobsApi } from '#contract/jobs.ts'
import { buildCurrentUser } from './testing/builders.ts'
import { answerDashboard } from './testing/screen-answers.ts'
import { openApp, openAppAsIs } from './testing/render.tsx'
import { answer, breakConnection, neverAnswer, refuse } from './testing/server.ts'

beforeEach(() => {
  answerDashboard()
  answer(adminApi.companies, [])
  answer(adminApi.users, [])
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a visitor', () => {
  it('sees the landing page at /', async () => {
    openApp('/', null)
    expect(await screen.findByRole('link', { name: /^Admin Access/ })).toHaveAttribute('href', '/api/login')
  })

  it('sees it even where the browser forbids storage', async () => {
    const forbidden = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    openApp('/', null)
    expect(await screen.findByRole('link', { name: /^Admin Access/ })).toBeInTheDocument()
    forbidden.mockRestore()
  })

  it.each(['/dashboard', '/orders?status=placed', '/admin', '/no-such-page'])(
    'sees the 404 page at %s, with a sign-in that leads back there',
    async (path) => {
      openApp(path, null)
      await heading('Page Not Found')
      expect(document.title).toBe('Page Not Found · Lockstep')
      const signIn = screen.getByRole('link', { name: 'Sign in' })
      expect(signIn).toHaveAttribute('href', `/api/login?returnTo=${encodeURIComponent(path)}`)
    },
  )
})

describe('a signed-in person', () => {
  it.each(['/', '/dashboard'])('sees the dashboard at %s', async (path) => {
    openApp(path, buildCurrentUser())
    await heading('Dashboard')
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(document.title).toBe('Dashboard · Lockstep')
  })

  it('sees the 404 page at an unknown path', async () => {
    openApp('/no-such-page', buildCurrentUser())
    await heading('Page Not Found')
    expect(screen.queryByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
  })

  it.each(['ops', 'readonly'] as const)('sees the 404 page instead of the Admin Panel as %s', async (role) => {
    openApp('/admin', buildCurrentUser({ role }))
    await heading('Page Not Found')
    expect(screen.queryByRole('link', { name: 'Admin Panel' })).not.toBeInTheDocument()
  })

  it('sees the 404 page instead of the Admin Panel as admin of a customer’s company', async () => {
    openApp('/admin', buildCurrentUser({ role: 'admin', isProviderStaff: false }))
    await heading('Page Not Found')
    expect(screen.queryByRole('link', { name: 'Admin Panel' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /switch company/ })).not.toBeInTheDocument()
  })

  it('comes from the dashboard to the Admin Panel with the focus on its heading', async () => {
    const user = openApp('/dashboard', buildCurrentUser({ role: 'admin' }))
    await user.click(await screen.findByRole('link', { name: 'Admin Panel' }))
    const arrived = await heading('Admin Panel')
    await waitFor(() => expect(arrived).toHaveFocus())
    expect(document.title).toBe('Admin Panel · Lockstep')
    expect(screen.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current')
  })

  it('without a company is asked to choose one on company screens', async () => {
    openApp('/', buildCurrentUser({ role: 'admin', companyId: null, companyName: null }))
    expect(await heading('Choose a company')).toBeInTheDocument()
  })

  it('without a company still reaches the Admin Panel', async () => {
    openApp('/admin', buildCurrentUser({ role: 'admin', companyId: null, companyName: null }))
    expect(await heading('Admin Panel')).toBeInTheDocument()
  })
})

describe('while it is unknown who is there', () => {
  it('shows a spinner', () => {
    neverAnswer(authApi.currentUser)
    openAppAsIs('/')
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  })

  it('says so when the server can’t be reached, and tries again on request', async () => {
    breakConnection(authApi.currentUser)
    const user = openAppAsIs('/dashboard')
    await heading('Lockstep didn’t respond')
    answer(authApi.currentUser, buildCurrentUser())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading('Dashboard')).toBeInTheDocument()
  })
})

it('goes to the sign-in when the person leaves the page after the session has ended, and names the way back', async () => {
  refuse(jobsApi.list, 401, 'Sign in first.')
  const user = openApp('/dashboard', buildCurrentUser())
  await user.click(await screen.findByRole('button', { name: 'Leave this page' }))
  await heading('You are signed out')
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fdashboard',
  )
})
