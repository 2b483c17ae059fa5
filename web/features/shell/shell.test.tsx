import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { jobsApi } from '#contract/jobs.ts'
import { waitingApi } from '#contract/order-row.ts'
import { buildCompany, buildCurrentUser } from '#web/testing/builders.ts'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const counts = { failed: 0, waiting: 0, active: 0, completed: 11, delayed: 0 }

beforeEach(() => {
  answerDashboard()
  answer(jobsApi.status, counts)
  answer(adminApi.companies, [])
  answer(adminApi.users, [])
})

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }))

describe('the side menu', () => {
  const everybodys = [
    'Dashboard',
    'Orders',
    'Products',
    'Inventory',
    'Bulk Upload',
    'Sheet View',
    'Channels',
    'Marketplace Connect',
    'Promotions',
    'Reports',
  ]

  it('names the person, the role and the company', async () => {
    openApp('/', buildCurrentUser({ firstName: 'Ada', lastName: 'Byron', role: 'ops', companyName: 'Harbor & Pine' }))
    expect(await screen.findByText('Ada Byron')).toBeInTheDocument()
    expect(screen.getByText('Operations')).toBeInTheDocument()
    expect(screen.getAllByText('Harbor & Pine')).not.toHaveLength(0)
  })

  it.each([
    ['readonly', [...everybodys, 'Settings', 'Logout']],
    ['ops', [...everybodys, 'Settings', 'Logout']],
    ['admin', [...everybodys, 'Settings', 'Admin Panel', 'Logout']],
  ] as const)('offers %s: %s', async (role, labels) => {
    openApp('/', buildCurrentUser({ role }))
    const links = (await menu()).getAllByRole('link').map((link) => link.textContent)
    expect(links).toEqual(labels)
  })

  it('counts attention items beside Orders, and keeps the count up to date', async () => {
    answer(waitingApi.count, { waiting: 3 })
    openApp('/', buildCurrentUser())
    const orders = (await menu()).getByRole('link', { name: /^Orders/ })
    await waitFor(() => expect(orders).toHaveAccessibleName('Orders, 3 waiting for you'))
    answer(waitingApi.count, { waiting: 1204 })
    FakeEventSource.latest.send('attention')
    await waitFor(() => expect(orders).toHaveAccessibleName('Orders, 999+ waiting for you'))
    answer(waitingApi.count, { waiting: 0 })
    FakeEventSource.latest.send('attention')
    await waitFor(() => expect(orders).toHaveAccessibleName('Orders'))
  })

  it('signs out by navigation', async () => {
    openApp('/', buildCurrentUser())
    expect((await menu()).getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/logout')
  })

  it('comes after a skip link, which keeps what is searched for in the URL', async () => {
    const user = openApp('/#search=ana', buildCurrentUser())
    await menu()
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(window.location.hash).toBe('#search=ana')
  })

  it('folds to icons and stays folded the next time', async () => {
    const user = openApp('/', buildCurrentUser())
    const toggle = await screen.findByRole('button', { name: 'Side menu', expanded: true })
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect((await menu()).getByRole('link', { name: 'Dashboard' })).toBeInTheDocument()
    expect(localStorage.getItem('lockstep.menu')).toBe('folded')
  })

  it('starts folded where it was left folded', async () => {
    localStorage.setItem('lockstep.menu', 'folded')
    openApp('/', buildCurrentUser())
    expect(await screen.findByRole('button', { name: 'Side menu', expanded: false })).toBeInTheDocument()
  })
})

describe('the menu of narrow screens', () => {
  it('opens as a dialog and gives the focus back on Escape', async () => {
    const user = openApp('/', buildCurrentUser())
    const button = await screen.findByRole('button', { name: 'Open menu' })
    await user.click(button)
    expect(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Dashboard' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('closes with a navigation, and the focus goes to the new screen', async () => {
    const user = openApp('/', buildCurrentUser({ role: 'admin' }))
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Admin Panel' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Admin Panel' })).toHaveFocus())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('the menu of narrow screens, once closed by a navigation', () => {
  it('stays closed after navigating back', async () => {
    const user = openApp('/', buildCurrentUser({ role: 'admin' }))
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Admin Panel' }))
    await screen.findByRole('heading', { name: 'Admin Panel' })
    act(() => window.history.back())
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes also for the entry of the present screen', async () => {
    const user = openApp('/dashboard', buildCurrentUser())
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('while the live connection is gone', () => {
  afterEach(() => vi.useRealTimers())

  it('says so after some seconds, with the time of what is shown, and no longer once it is back', async () => {
    openApp('/', buildCurrentUser({ timeZone: 'America/Los_Angeles' }))
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-03-02T22:41:00Z') })
    act(() => FakeEventSource.latest.loseConnection())
    expect(screen.queryByText(/Reconnecting/)).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(5_000))
    expect(screen.getByText('Reconnecting… Showing data as of 2:41 PM.')).toBeInTheDocument()
    act(() => FakeEventSource.latest.accept())
    expect(screen.queryByText(/Reconnecting/)).not.toBeInTheDocument()
  })
})

describe('in observe mode', () => {
  it('every screen says that nothing is sent', async () => {
    openApp('/', buildCurrentUser({ observingSince: '2026-03-02T10:00:00Z' }))
    expect(await screen.findByText('Observing: nothing is sent')).toBeInTheDocument()
  })

  it('the screens of colleagues learn of it at once', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(screen.queryByText('Observing: nothing is sent')).not.toBeInTheDocument()
    answer(authApi.currentUser, buildCurrentUser({ observingSince: '2026-03-02T10:00:00Z' }))
    FakeEventSource.latest.send('settings')
    expect(await screen.findByText('Observing: nothing is sent')).toBeInTheDocument()
  })
})

describe('the company switcher', () => {
  const admin = buildCurrentUser({ role: 'admin', companyName: 'Harbor & Pine' })
  const kettle = buildCompany({ name: 'Blue Kettle' })

  beforeEach(() => {
    answer(adminApi.companies, [kettle, buildCompany({ name: 'Old Forge', isActive: false })], { total: 2 })
  })

  const openSwitcher = async () => {
    const user = openApp('/', admin)
    await screen.findByText('11')
    await user.click(screen.getByRole('button', { name: /^Working in Harbor & Pine/ }))
    return user
  }

  it('is not there for people who work in one company only', async () => {
    openApp('/', buildCurrentUser({ role: 'admin', isProviderStaff: false }))
    await menu()
    expect(screen.queryByRole('button', { name: /switch company/ })).not.toBeInTheDocument()
  })

  it('switches the session, says so and refetches everything', async () => {
    const switched = answer(authApi.switchCompany, { ...admin, companyId: kettle.id, companyName: kettle.name })
    const user = await openSwitcher()
    answer(jobsApi.status, { ...counts, completed: 22 })
    await user.click(await screen.findByRole('button', { name: 'Blue Kettle' }))
    expect(await screen.findByText('You’re now working in Blue Kettle')).toBeInTheDocument()
    expect(await screen.findByText('22')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Working in Blue Kettle/ })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(switched).toEqual([{ companyId: kettle.id }])
  })

  it('leaves the old company’s event stream for one of the new company', async () => {
    answer(authApi.switchCompany, { ...admin, companyId: kettle.id, companyName: kettle.name })
    const user = await openSwitcher()
    const oldStream = FakeEventSource.latest
    await user.click(await screen.findByRole('button', { name: 'Blue Kettle' }))
    await waitFor(() => expect(oldStream.readyState).toBe(FakeEventSource.CLOSED))
    expect(FakeEventSource.latest.readyState).not.toBe(FakeEventSource.CLOSED)
  })

  it('finds a company by the server’s search', async () => {
    const user = await openSwitcher()
    await screen.findByRole('button', { name: 'Blue Kettle' })
    const requests = answer(adminApi.companies, [buildCompany({ name: 'Zephyr' })], { total: 1 })
    await user.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'zeph')
    expect(await screen.findByRole('button', { name: 'Zephyr' })).toBeInTheDocument()
    expect(requests.at(-1)).toMatchObject({ search: 'zeph' })
  })

  it('stays open with the server’s message when switching is refused', async () => {
    refuse(authApi.switchCompany, 409, 'This company is inactive.')
    const user = await openSwitcher()
    await user.click(await screen.findByRole('button', { name: /^Old Forge/ }))
    expect(await screen.findByText('This company is inactive.')).toBeInTheDocument()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
})

describe('the session', () => {
  const reportChangeInOtherTab = () =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'lockstep.session', newValue: 'other' }))

  it('follows a switch that another tab made', async () => {
    const user = buildCurrentUser({ companyName: 'Harbor & Pine' })
    openApp('/', user)
    await screen.findByText('11')
    answer(authApi.currentUser, { ...user, companyId: buildCompany().id, companyName: 'Blue Kettle' })
    answer(jobsApi.status, { ...counts, completed: 22 })
    reportChangeInOtherTab()
    expect(await screen.findByText('22')).toBeInTheDocument()
    expect(screen.getAllByText('Blue Kettle')).not.toHaveLength(0)
  })

  it('shows nothing of the last person when another one has signed in in another tab', async () => {
    const user = buildCurrentUser({ firstName: 'Ada', lastName: 'Byron', role: 'admin' })
    openApp('/', user)
    await screen.findByText('11')
    answer(
      authApi.currentUser,
      buildCurrentUser({ ...user, id: buildCompany().id, firstName: 'Ines', role: 'readonly', isProviderStaff: false }),
    )
    answer(jobsApi.status, { ...counts, completed: 22 })
    reportChangeInOtherTab()
    expect(await screen.findByText('22')).toBeInTheDocument()
    expect(screen.getByText('Ines Byron')).toBeInTheDocument()
    expect((await menu()).queryByRole('link', { name: 'Admin Panel' })).not.toBeInTheDocument()
  })

  it('ends with a logout in another tab', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('11')
    refuse(authApi.currentUser, 401, 'Sign in first.')
    window.dispatchEvent(new StorageEvent('storage', { key: 'lockstep.session', newValue: '' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'You are signed out' })).toBeInTheDocument()
    expect(screen.queryByText('11')).not.toBeInTheDocument()
  })

  it('publishes user and company to other tabs', async () => {
    const user = buildCurrentUser()
    openApp('/', user)
    await screen.findByText('11')
    expect(localStorage.getItem('lockstep.session')).toBe(`${user.id} ${user.companyId}`)
  })

  it('asks to sign in again in place when the event stream is refused and nobody is signed in any more', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('11')
    refuse(authApi.currentUser, 401, 'Sign in first.')
    FakeEventSource.latest.refuse()
    expect(await screen.findByRole('alertdialog', { name: 'You are signed out' })).toBeInTheDocument()
    expect(screen.getByText('11')).toBeInTheDocument()
  })

  it('goes on when the event stream is refused for another reason', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('11')
    refuse(authApi.currentUser, 503, 'The server restarts.')
    FakeEventSource.latest.refuse()
    answer(jobsApi.status, { ...counts, completed: 22 })
    FakeEventSource.latest.send('jobs')
    expect(await screen.findByText('22')).toBeInTheDocument()
  })
})

describe('on a copy of the database', () => {
  it('says that nothing is sent, until it is reconciled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = buildCurrentUser({ restoredTo: '2026-11-17T16:30:00.000Z', timeZone: 'America/Los_Angeles' })
    openApp('/', user)
    const notice = await screen.findByText('The database was restored to Nov 17, 2026, 8:30:00 AM PST')
    expect(screen.getByText(/no orders are imported and nothing is sent/)).toBeInTheDocument()
    answer(authApi.currentUser, { ...user, restoredTo: null })
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    await waitFor(() => expect(notice).not.toBeInTheDocument())
    vi.useRealTimers()
  })

  it('is not shown otherwise', async () => {
    openApp('/', buildCurrentUser())
    await menu()
    expect(screen.queryByText(/database was restored/)).toBeNull()
  })
})
