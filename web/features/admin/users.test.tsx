import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { buildCompany, buildCurrentUser, buildUserRow } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const admin = buildCurrentUser({ role: 'admin' })
const kettle = buildCompany({ name: 'Blue Kettle' })
const provider = buildCompany({ name: 'Lockstep Support', isProvider: true })
const mia = buildUserRow({ firstName: 'Mia', lastName: 'Chen', role: 'ops', companyId: kettle.id })

beforeEach(() => {
  answer(adminApi.companies, [kettle, buildCompany({ name: 'Old Forge', isActive: false })], { total: 2 })
  answer(adminApi.users, [mia], { total: 1 })
})

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

describe('the users', () => {
  it('are listed in a table with company and role', async () => {
    openApp('/admin', admin)
    const miaRow = await row('Mia Chen')
    const table = within(screen.getByRole('table', { name: 'Users' }))
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Email',
      'Company',
      'Role',
      'Created',
      'Actions',
    ])
    expect(miaRow.getByText('Blue Kettle')).toBeInTheDocument()
    expect(miaRow.getByText('Operations')).toBeInTheDocument()
  })

  it('show “No Company” without a company, and their email without a name', async () => {
    answer(adminApi.users, [
      buildUserRow({ firstName: null, lastName: null, email: 'root@lockstep.test', company: null, companyId: null }),
    ])
    openApp('/admin', admin)
    expect((await row('root@lockstep.test')).getByText('No Company')).toBeInTheDocument()
  })
})

describe('the actions on an account', () => {
  const choose = async (item: string, rows = [mia]) => {
    answer(adminApi.users, rows, { total: rows.length })
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Actions for Mia Chen' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return user
  }
  const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

  it('deactivate it after saying what happens, and the list shows it', async () => {
    const requests = answer(adminApi.updateUser, { ...mia, isActive: false })
    const user = await choose('Deactivate…')
    const dialog = await question('Deactivate Mia Chen?')
    expect(
      dialog.getByText(
        'They’ll be signed out immediately and can’t sign in. Nothing is deleted; you can reactivate the account.',
      ),
    ).toBeInTheDocument()
    answer(adminApi.users, [{ ...mia, isActive: false }], { total: 1 })
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Mia Chen can no longer sign in')).toBeInTheDocument()
    expect(await (await row('Mia Chen')).findByText('Deactivated')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(requests).toEqual([{ userId: mia.id, isActive: false }])
  })

  it('reactivate it at once', async () => {
    const requests = answer(adminApi.updateUser, mia)
    await choose('Reactivate', [{ ...mia, isActive: false }])
    expect(await screen.findByText('Mia Chen can sign in again')).toBeInTheDocument()
    expect(requests).toEqual([{ userId: mia.id, isActive: true }])
  })

  it('remove it after saying that its name is erased for good', async () => {
    const requests = answer(adminApi.removeUser, { id: mia.id })
    const user = await choose('Remove…')
    const dialog = await question('Remove Mia Chen?')
    expect(
      dialog.getByText('Name, email and picture will be permanently erased. The history shows a number instead.'),
    ).toBeInTheDocument()
    answer(adminApi.users, [], { total: 0 })
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Account Removed')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Mia Chen')).not.toBeInTheDocument())
    expect(requests).toEqual([{ userId: mia.id }])
  })

  it('reset its sign-in', async () => {
    const requests = answer(adminApi.resetSignIn, { id: mia.id })
    const user = await choose('Reset sign-in…')
    const dialog = await question('Reset the sign-in for Mia Chen?')
    expect(dialog.getByText(/^The next sign-in with this verified email address will take over/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Reset sign-in' }))
    expect(await screen.findByText(`The next sign-in with ${mia.email} will take over the account`)).toBeInTheDocument()
    expect(requests).toEqual([{ userId: mia.id }])
  })

  it.each([
    [2, 'Mia Chen was signed out of 2 sessions'],
    [0, 'Mia Chen wasn’t signed in anywhere'],
  ])('end its sessions and say how many (%i)', async (ended, sentence) => {
    const requests = answer(adminApi.endSessions, { ended })
    const user = await choose('End sessions…')
    const dialog = await question('End sessions for Mia Chen?')
    await user.click(dialog.getByRole('button', { name: 'End sessions' }))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(requests).toEqual([{ userId: mia.id }])
  })

  it.each([
    [
      'Blue Kettle',
      kettle,
      'Manages Blue Kettle, including people, security and the audit log. No access to other companies.',
    ],
    ['the provider', provider, 'Provider staff can see and change every company.'],
  ])('change its role after saying what an admin of %s can do', async (_name, company, meaning) => {
    answer(adminApi.companies, [kettle, provider], { total: 2 })
    const requests = answer(adminApi.updateUser, { ...mia, role: 'admin' })
    const person = { ...mia, companyId: company.id, company: { name: company.name } }
    const user = await choose('Change role…', [person])
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Mia Chen’s role?' }))
    await user.click(dialog.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Admin' }))
    expect(await dialog.findByText(meaning)).toHaveClass(company.isProvider ? 'text-danger' : 'text-muted')
    await user.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByText('Mia Chen now has the role Admin')).toBeInTheDocument()
    expect(requests).toEqual([{ userId: mia.id, role: 'admin' }])
  })

  it('stay in the dialog with the server’s error', async () => {
    refuse(adminApi.removeUser, 409, 'This account was removed meanwhile.')
    const user = await choose('Remove…')
    const dialog = await question('Remove Mia Chen?')
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('This account was removed meanwhile.')
  })

  it('are blocked for one’s own account, with the reason', async () => {
    const own = buildUserRow({ id: admin.id, firstName: 'Omar', lastName: 'Reyes', role: 'admin' })
    answer(adminApi.users, [own], { total: 1 })
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Actions for Omar Reyes' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Change role…Only another admin can change your role.',
      'Reset sign-in…Only another admin can reset your sign-in.',
      'End sessions…To end your own sessions, click your name in the menu.',
      'Deactivate…Only another admin can deactivate your account.',
      'Remove…Only another admin can remove your account.',
    ])
  })
})

describe('Add User', () => {
  const openDialog = async () => {
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Add User' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }))
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Company' })).toBeEnabled())
    return { user, dialog }
  }

  const fillIn = async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'jonas@bluekettle.example')
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Jonas')
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Weber')
    await user.click(dialog.getByRole('combobox', { name: 'Company' }))
    await user.click(screen.getByRole('option', { name: 'Blue Kettle' }))
    return { user, dialog }
  }

  it('requires every field and shows the error at each field', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Create User' }))
    for (const text of [
      'Email is required',
      'First name is required',
      'Last name is required',
      'Company is required',
    ]) {
      expect(await dialog.findByText(text)).toBeInTheDocument()
    }
  })

  it('offers the roles in order', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('combobox', { name: 'Role' }))
    const roles = screen.getAllByRole('option').map((option) => option.textContent)
    expect(roles).toEqual(['Read Only', 'Operations', 'Admin'])
  })

  it('says what an admin can do in the chosen company', async () => {
    answer(adminApi.companies, [kettle, provider], { total: 2 })
    const { user, dialog } = await openDialog()
    const role = dialog.getByRole('combobox', { name: 'Role' })
    expect(role).toHaveAccessibleDescription(/^They can view all screens/)
    await user.click(role)
    await user.click(screen.getByRole('option', { name: 'Admin' }))
    expect(role).toHaveAccessibleDescription('Choose a company to see what its admins can do.')
    for (const [company, meaning] of [
      [
        'Blue Kettle',
        'Manages Blue Kettle, including people, security and the audit log. No access to other companies.',
      ],
      ['Lockstep Support', 'Provider staff can see and change every company.'],
    ] as const) {
      await user.click(dialog.getByRole('combobox', { name: 'Company' }))
      await user.click(screen.getByRole('option', { name: company }))
      expect(role).toHaveAccessibleDescription(meaning)
    }
    expect(dialog.getByText('Provider staff can see and change every company.')).toHaveClass('text-danger')
  })

  it('offers active companies only', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('combobox', { name: 'Company' }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Blue Kettle'])
  })

  it('offers a search when there are more companies than one page holds', async () => {
    answer(adminApi.companies, [kettle], { total: 501, next: 'more' })
    const { user, dialog } = await openDialog()
    const zephyr = buildCompany({ name: 'Zephyr' })
    const requests = answer(adminApi.companies, [zephyr], { total: 1 })
    await user.type(dialog.getByRole('searchbox', { name: 'Find a company by name' }), 'zeph')
    await waitFor(() => expect(requests).toContainEqual({ search: 'zeph', limit: 500 }))
    await user.click(dialog.getByRole('combobox', { name: 'Company' }))
    expect(await screen.findByRole('option', { name: 'Zephyr' })).toBeInTheDocument()
  })

  it('creates the account, says so, closes and refetches the list', async () => {
    const jonas = buildUserRow({ firstName: 'Jonas', lastName: 'Weber' })
    const created = answer(adminApi.createUser, { ...jonas, isInvited: false })
    const { user, dialog } = await fillIn()
    await user.click(dialog.getByRole('combobox', { name: 'Role' }))
    await user.click(screen.getByRole('option', { name: 'Operations' }))
    answer(adminApi.users, [jonas, mia], { total: 2 })
    await user.click(dialog.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('User Created')).toBeInTheDocument()
    expect(screen.getByText(`${jonas.email} can sign in now`)).toBeInTheDocument()
    await row('Jonas Weber')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(created).toEqual([
      {
        email: 'jonas@bluekettle.example',
        firstName: 'Jonas',
        lastName: 'Weber',
        role: 'ops',
        companyId: kettle.id,
      },
    ])
  })

  it('shows a duplicate email as an error at its field and keeps the typed values', async () => {
    refuse(adminApi.createUser, 409, 'This email has an account.', [
      { field: 'email', message: 'Has an account already' },
    ])
    const { user, dialog } = await fillIn()
    await user.click(dialog.getByRole('button', { name: 'Create User' }))
    const email = dialog.getByRole('textbox', { name: 'Email' })
    await waitFor(() => expect(email).toHaveAccessibleDescription('Has an account already'))
    expect(email).toHaveFocus()
    expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Jonas')
    expect(await screen.findByText('Failed to create user account. This email has an account.')).toBeInTheDocument()
  })

  it('shows a server error that belongs to no field inside the form', async () => {
    refuse(adminApi.createUser, 409, 'The company was deactivated meanwhile.')
    const { user, dialog } = await fillIn()
    await user.click(dialog.getByRole('button', { name: 'Create User' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The company was deactivated meanwhile.')
  })
})
