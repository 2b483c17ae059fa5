import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { privacyApi } from '#contract/privacy.ts'
import { announceSignIn, onSignInAnnounced } from '#web/lib/recent-sign-in.ts'
import { sessionKey } from '#web/lib/session.tsx'
import { DownloadLink } from '#web/shared/download-link.tsx'
import { buildCompany, buildCurrentUser, buildUserRow } from '#web/testing/builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answer, refuse, refuseOldSignIn } from '#web/testing/server.ts'
import { SignInAgain } from './sign-in-again.tsx'

const admin = buildCurrentUser({ role: 'admin' })
const mia = buildUserRow({ firstName: 'Mia', lastName: 'Chen' })
const jonas = buildUserRow({ firstName: 'Jonas', lastName: 'Weber', isActive: false })

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  answer(adminApi.companies, [buildCompany()], { total: 1 })
  answer(adminApi.users, [mia, jonas], { total: 2 })
})

afterEach(() => void vi.restoreAllMocks())

const question = () => screen.findByRole('alertdialog', { name: 'Confirm it’s you' })

async function removeMia() {
  const user = openApp('/admin', admin)
  await user.click(await screen.findByRole('button', { name: 'Actions for Mia Chen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  return user
}

/** What the tab with the sign-in does at its end. */
const signInElsewhere = (user = admin) => act(async () => announceSignIn(sessionKey(user)))

describe('a step that needs a recent sign-in', () => {
  it('asks to sign in again in a new tab and then goes on as if nothing had happened', async () => {
    refuseOldSignIn(adminApi.removeUser)
    const user = await removeMia()
    const dialog = within(await question())
    expect(dialog.getByText('For your security, sign in again to continue.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Sign in again' }))
    expect(window.open).toHaveBeenCalledExactlyOnceWith('/api/login?confirm=1&returnTo=%2Fsigned-in', '_blank')
    expect(await dialog.findByText(/^Use the new tab/)).toBeInTheDocument()
    const repeated = answer(adminApi.removeUser, { id: mia.id })
    await signInElsewhere()
    expect(await screen.findByText('Account Removed')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(repeated).toEqual([{ userId: mia.id }])
  })

  it('fails with the server’s error when the person cancels', async () => {
    refuseOldSignIn(adminApi.removeUser)
    const user = await removeMia()
    const dialog = within(await question())
    const repeated = answer(adminApi.removeUser, { id: mia.id })
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText('Failed to remove the account. For this step, please sign in again.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog', { name: 'Confirm it’s you' })).not.toBeInTheDocument()
    expect(repeated).toEqual([])
  })

  it.each([
    ['somebody else', { ...admin, id: mia.id }],
    ['the same person in another company', { ...admin, companyId: mia.id }],
  ])('is not repeated for %s', async (_who, other) => {
    refuseOldSignIn(adminApi.removeUser)
    await removeMia()
    await question()
    const repeated = answer(adminApi.removeUser, { id: mia.id })
    await signInElsewhere(other)
    expect(await screen.findByText(/^Failed to remove the account/)).toBeInTheDocument()
    expect(repeated).toEqual([])
  })

  it('keeps what was typed in a form', async () => {
    refuseOldSignIn(adminApi.createUser)
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Add User' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add User' }))
    await user.type(form.getByRole('textbox', { name: 'Email' }), 'ada@bluekettle.example')
    await user.type(form.getByRole('textbox', { name: 'First name' }), 'Ada')
    await user.type(form.getByRole('textbox', { name: 'Last name' }), 'Byron')
    await user.click(form.getByRole('combobox', { name: 'Company' }))
    await user.click(screen.getByRole('option', { name: 'Blue Kettle' }))
    await user.click(form.getByRole('button', { name: 'Create User' }))
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    expect(await form.findByRole('alert')).toHaveTextContent('For this step, please sign in again.')
    expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada')
    await user.click(form.getByRole('button', { name: 'Create User' }))
    await question()
    const created = answer(adminApi.createUser, { ...mia, isInvited: false })
    await signInElsewhere()
    expect(await screen.findByText('User Created')).toBeInTheDocument()
    expect(created).toMatchObject([{ email: 'ada@bluekettle.example', firstName: 'Ada' }])
  })

  it('shares one dialog with other calls that wait, and all of them are repeated', async () => {
    refuseOldSignIn(authApi.recentSignIn)
    const hrefs = collectDownloads()
    await renderPiece(<Downloads />, { user: admin })
    for (const link of screen.getAllByRole('link')) fireEvent.click(link)
    await question()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    expect(hrefs).toEqual([])
    const repeated = answer(authApi.recentSignIn, { isRecent: true })
    await signInElsewhere()
    await waitFor(() => expect(hrefs.toSorted()).toEqual(['/a', '/b']))
    expect(repeated).toHaveLength(2)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('is refused at once, without a question, when the role is what is missing', async () => {
    refuse(adminApi.removeUser, 403, 'This needs the role Admin.')
    await removeMia()
    expect(await screen.findByText('Failed to remove the account. This needs the role Admin.')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog', { name: 'Confirm it’s you' })).not.toBeInTheDocument()
  })
})

describe('a session that has ended', () => {
  const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'You are signed out' }))

  async function typeIntoEndedSession() {
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Add Company' }))
    await user.type(await screen.findByRole('textbox', { name: 'Company name' }), 'Old Forge')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'hi@oldforge.example')
    refuse(adminApi.createCompany, 401, 'Sign in first.')
    refuse(authApi.currentUser, 401, 'Sign in first.')
    await user.click(screen.getByRole('button', { name: 'Create Company' }))
    return { user, question: await dialog() }
  }

  it('is renewed in a new tab; what was typed stays and is saved then', async () => {
    const { user, question } = await typeIntoEndedSession()
    await user.keyboard('{Escape}')
    await user.click(question.getByRole('button', { name: 'Sign in again' }))
    expect(window.open).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fsigned-in', '_blank')
    const created = answer(adminApi.createCompany, buildCompany({ name: 'Old Forge' }))
    answer(authApi.currentUser, admin)
    await signInElsewhere()
    expect(await screen.findByText('Company Created')).toBeInTheDocument()
    expect(created).toMatchObject([{ name: 'Old Forge', email: 'hi@oldforge.example' }])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('continues as well when the person has signed in elsewhere and comes back to the page', async () => {
    await typeIntoEndedSession()
    fireEvent.focus(window)
    await dialog()
    answer(adminApi.createCompany, buildCompany())
    answer(authApi.currentUser, admin)
    fireEvent.focus(window)
    expect(await screen.findByText('Company Created')).toBeInTheDocument()
  })

  it.each([
    ['another person', { ...admin, id: mia.id, firstName: 'Mia' }],
    ['the same person in another company', { ...admin, companyId: mia.id, firstName: 'Mia' }],
  ])('shows nothing of the page to %s, and repeats nothing', async (_who, other) => {
    await typeIntoEndedSession()
    const created = answer(adminApi.createCompany, buildCompany())
    answer(authApi.currentUser, other)
    await signInElsewhere(other)
    expect(await screen.findByText(`Mia ${other.lastName}`)).toBeInTheDocument()
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(created).toEqual([])
  })
})

/** Downloads that were started by a script; a click of a person is no call of `click`. */
function collectDownloads(): string[] {
  const hrefs: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    hrefs.push(this.getAttribute('href') ?? '')
  })
  return hrefs
}

function Downloads() {
  return (
    <>
      {['a', 'b'].map((name) => (
        <DownloadLink key={name} endpoint={privacyApi.export} href={`/${name}`}>
          {name}
        </DownloadLink>
      ))}
      <SignInAgain />
    </>
  )
}

describe('a download that needs a recent sign-in', () => {
  it('starts after the sign-in is found to be recent', async () => {
    const requests = answer(authApi.recentSignIn, { isRecent: true })
    const hrefs = collectDownloads()
    const user = await renderPiece(<Downloads />)
    await user.click(screen.getByRole('link', { name: 'a' }))
    await waitFor(() => expect(hrefs).toEqual(['/a']))
    expect(requests).toHaveLength(1)
  })
})

describe('the screen at the end of the sign-in', () => {
  it('tells the other tabs, closes itself, and says so where it can’t', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    const announced: string[] = []
    const stop = onSignInAnnounced((key) => announced.push(key))
    openApp('/signed-in', admin)
    expect(await screen.findByRole('heading', { level: 1, name: 'You’re signed in' })).toBeInTheDocument()
    expect(screen.getByText('You can close this tab.')).toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    expect(close).toHaveBeenCalledOnce()
    await waitFor(() => expect(announced).toEqual([sessionKey(admin)]))
    stop()
  })
})
