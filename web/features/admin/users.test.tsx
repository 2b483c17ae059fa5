import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { buildCompany, buildCurrentUser, buildUserRow } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const admin = buildCurrentUser({ role: 'admin' })
const kettle = buildCompany({ name: 'Blue Kettle' })
const mia = buildUserRow({ firstName: 'Mia', lastName: 'Chen', role: 'ops' })

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
    await waitFor(() => expect(requests).toContainEqual({ search: 'zeph', limit: '500' }))
    await user.click(dialog.getByRole('combobox', { name: 'Company' }))
    expect(await screen.findByRole('option', { name: 'Zephyr' })).toBeInTheDocument()
  })

  it('creates the account, says so, closes and refetches the list', async () => {
    const jonas = buildUserRow({ firstName: 'Jonas', lastName: 'Weber' })
    const created = answer(adminApi.createUser, jonas)
    const { user, dialog } = await fillIn()
    await user.click(dialog.getByRole('combobox', { name: 'Role' }))
    await user.click(screen.getByRole('option', { name: 'Operations' }))
    answer(adminApi.users, [jonas, mia], { total: 2 })
    await user.click(dialog.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('User Created')).toBeInTheDocument()
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
