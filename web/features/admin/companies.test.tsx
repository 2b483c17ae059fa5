import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { buildCompany, buildCurrentUser } from '#web/testing/builders.ts'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const admin = buildCurrentUser({ role: 'admin' })
const kettle = buildCompany({ name: 'Blue Kettle', phone: '+1 206 555 0100' })
const forge = buildCompany({ name: 'Old Forge', isActive: false })

beforeEach(() => {
  answer(adminApi.companies, [kettle, forge], { total: 2 })
  answer(adminApi.users, [])
})

const companies = async () => within(await screen.findByRole('region', { name: 'Companies' }))
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

describe('the companies', () => {
  it('are listed in a table with status and creation time', async () => {
    openApp('/admin', admin)
    const kettleRow = await row('Blue Kettle')
    const headers = (await companies()).getAllByRole('columnheader').map((header) => header.textContent)
    expect(headers).toEqual(['Name', 'Email', 'Phone', 'Status', 'Created', 'Actions'])
    expect(kettleRow.getByText('+1 206 555 0100')).toBeInTheDocument()
    expect(kettleRow.getByText('Active')).toBeInTheDocument()
    expect(kettleRow.getByText(/ ago$/)).toBeInTheDocument()
    expect((await row('Old Forge')).getByText('Inactive')).toBeInTheDocument()
  })

  it('say which one is the provider’s own', async () => {
    answer(adminApi.companies, [kettle, buildCompany({ name: 'Our Team', isProvider: true })], { total: 2 })
    openApp('/admin', admin)
    expect((await row('Our Team')).getByText('Provider')).toBeInTheDocument()
    expect((await row('Blue Kettle')).queryByText('Provider')).not.toBeInTheDocument()
  })

  it('are searched by the server, and the search stays in the URL', async () => {
    const user = openApp('/admin', admin)
    await row('Blue Kettle')
    const requests = answer(adminApi.companies, [], { total: 0 })
    await user.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'zeph')
    expect(await screen.findByText(/No company matches “zeph”/)).toBeInTheDocument()
    expect(requests.at(-1)).toEqual({ search: 'zeph', limit: 50 })
    expect(window.location.hash).toBe('#companies=zeph')
  })

  it('are searched by the URL on arrival', async () => {
    const requests = answer(adminApi.companies, [kettle], { total: 1 })
    openApp('/admin#companies=blue', admin)
    expect(await screen.findByRole('searchbox', { name: 'Search companies' })).toHaveValue('blue')
    await waitFor(() => expect(requests).toEqual([{ search: 'blue', limit: 50 }]))
  })

  it('and the users both clear their search in the URL when both boxes are emptied at once', async () => {
    const user = openApp('/admin#companies=blue&users=mia', admin)
    await user.clear(await screen.findByRole('searchbox', { name: 'Search users' }))
    await user.clear(screen.getByRole('searchbox', { name: 'Search companies' }))
    await waitFor(() => expect(window.location.hash).not.toContain('companies'))
    await waitFor(() => expect(window.location.hash).toBe(''))
  })

  it('are loaded page by page', async () => {
    answer(adminApi.companies, [kettle], { total: 2, next: 'after-kettle' })
    const user = openApp('/admin', admin)
    expect(await screen.findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(adminApi.companies, [forge], { total: 2 })
    await user.click((await companies()).getByRole('button', { name: 'Load more' }))
    await row('Old Forge')
    await row('Blue Kettle')
    expect(requests).toEqual([{ limit: '50', cursor: 'after-kettle' }])
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
  })

  it('show a spinner while they load', async () => {
    neverAnswer(adminApi.companies)
    openApp('/admin', admin)
    expect((await companies()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('show the server’s error when they can’t be loaded, and a retry button', async () => {
    refuse(adminApi.companies, 503, 'The database did not answer.')
    const user = openApp('/admin', admin)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(adminApi.companies, [kettle], { total: 1 })
    await user.click((await companies()).getByRole('button', { name: 'Try again' }))
    await row('Blue Kettle')
  })
})

it('keeps the companies in view when a refetch fails', async () => {
  openApp('/admin', admin)
  await row('Blue Kettle')
  refuse(adminApi.companies, 503, 'The database did not answer.')
  FakeEventSource.latest.send('companies')
  expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
  await row('Blue Kettle')
})

describe('Add Company', () => {
  const openDialog = async () => {
    const user = openApp('/admin', admin)
    await user.click(await screen.findByRole('button', { name: 'Add Company' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add Company' })) }
  }

  it('requires name and email and shows the error at each field', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Create Company' }))
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveAccessibleDescription(
        'Company name is required',
      ),
    )
    expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Email is required')
    expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveFocus()
  })

  it('offers after a reload what was typed', async () => {
    const first = await openDialog()
    await first.user.type(first.dialog.getByRole('textbox', { name: 'Company name' }), 'Zephyr')
    cleanup()
    const { user, dialog } = await openDialog()
    await user.click(await dialog.findByRole('button', { name: 'Restore' }))
    expect(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('Zephyr')
  })

  it('refuses a malformed email', async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'nobody{Enter}')
    expect(await dialog.findByText('Enter an email address such as name@example.com')).toBeInTheDocument()
  })

  it('creates the company, says so, closes and refetches the list', async () => {
    const zephyr = buildCompany({ name: 'Zephyr' })
    const created = answer(adminApi.createCompany, zephyr)
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Company name' }), 'Zephyr')
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'hi@zephyr.example')
    answer(adminApi.companies, [zephyr, kettle, forge], { total: 3 })
    await user.click(dialog.getByRole('button', { name: 'Create Company' }))
    expect(await screen.findByText('Company Created')).toBeInTheDocument()
    await row('Zephyr')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(created).toEqual([{ name: 'Zephyr', email: 'hi@zephyr.example', phone: null, address: null }])
    await user.click(screen.getByRole('button', { name: 'Add Company' }))
    expect(screen.getByRole('textbox', { name: 'Company name' })).toHaveValue('')
  })

  it('keeps the typed values and shows the server’s error at its field', async () => {
    refuse(adminApi.createCompany, 422, 'Check the form.', [{ field: 'name', message: 'This name is taken' }])
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Company name' }), 'Blue Kettle')
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'a@b.example{Enter}')
    const name = dialog.getByRole('textbox', { name: 'Company name' })
    await waitFor(() => expect(name).toHaveAccessibleDescription('This name is taken'))
    expect(name).toHaveValue('Blue Kettle')
    expect(await screen.findByText('Failed to create company. Check the form.')).toBeInTheDocument()
  })
})

describe('Deactivate', () => {
  const ask = async () => {
    const user = openApp('/admin', admin)
    await user.click((await row('Blue Kettle')).getByRole('button', { name: 'Deactivate Blue Kettle' }))
    return { user, dialog: within(screen.getByRole('alertdialog', { name: 'Deactivate Blue Kettle?' })) }
  }

  it('says what happens and changes nothing when cancelled', async () => {
    const updated = answer(adminApi.updateCompany, kettle)
    const { user, dialog } = await ask()
    expect(dialog.getByText(/Users won’t be able to sign in/)).toBeInTheDocument()
    expect(dialog.getByText(/Nothing will be deleted/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(updated).toEqual([])
  })

  it('deactivates on confirmation', async () => {
    const updated = answer(adminApi.updateCompany, { ...kettle, isActive: false })
    const { user, dialog } = await ask()
    answer(adminApi.companies, [{ ...kettle, isActive: false }], { total: 1 })
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Company Updated')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Activate Blue Kettle' })).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(updated).toEqual([{ companyId: kettle.id, isActive: false }])
  })

  it('shows the server’s error in the dialog', async () => {
    refuse(adminApi.updateCompany, 409, 'You work in this company yourself.')
    const { user, dialog } = await ask()
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByText('You work in this company yourself.')).toBeInTheDocument()
  })
})

it('activates an inactive company without asking', async () => {
  const updated = answer(adminApi.updateCompany, { ...forge, isActive: true })
  const user = openApp('/admin', admin)
  await user.click((await row('Old Forge')).getByRole('button', { name: 'Activate Old Forge' }))
  expect(await screen.findByText('Company Updated')).toBeInTheDocument()
  expect(updated).toEqual([{ companyId: forge.id, isActive: true }])
})

it('lets an admin work in a company from its row and opens the dashboard there', async () => {
  answerDashboard()
  answer(authApi.switchCompany, { ...admin, companyId: kettle.id, companyName: kettle.name })
  const user = openApp('/admin', admin)
  await user.click((await row('Blue Kettle')).getByRole('button', { name: 'More actions for Blue Kettle' }))
  await user.click(screen.getByRole('menuitem', { name: 'Switch to this company' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Working in Blue Kettle/ })).toBeInTheDocument()
})

describe('the message quota of a company', () => {
  const saved = {
    dailyTexts: 2000,
    textsUsed: 12,
    textsRefused: 3,
    dailyMails: 20_000,
    mailsUsed: 40,
    mailsRefused: 0,
    textCountries: ['US', 'CA'],
  }

  it('is shown with its use, and saved', async () => {
    answer(adminApi.quota, saved)
    const user = openApp('/admin', admin)
    await user.click((await row('Blue Kettle')).getByRole('button', { name: 'More actions for Blue Kettle' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Message quota' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Message quota for Blue Kettle' }))
    const texts = await dialog.findByLabelText('Texts per day')
    expect(texts).toHaveValue(2000)
    expect(dialog.getByText('Today: 12 sent, 3 refused')).toBeInTheDocument()
    expect(dialog.getByRole('checkbox', { name: 'Canada' })).toBeChecked()
    expect(dialog.getByRole('checkbox', { name: 'Germany' })).not.toBeChecked()
    await user.clear(texts)
    await user.type(texts, '500')
    await user.click(dialog.getByRole('checkbox', { name: 'Canada' }))
    const sent = answer(adminApi.saveQuota, { ...saved, dailyTexts: 500 })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The new quota takes effect with the next message')).toBeInTheDocument()
    expect(sent).toEqual([{ companyId: kettle.id, dailyTexts: 500, dailyMails: 20_000, textCountries: ['US'] }])
  })
})
