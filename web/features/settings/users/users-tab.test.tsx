import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { settingsApi } from '#contract/settings.ts'
import { buildCompany, buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildPerson } from '#web/testing/settings-builders.ts'
import { UsersTab } from './users-tab.tsx'

const admin = buildCurrentUser({ role: 'admin', isProviderStaff: false })
const you = buildPerson({ firstName: 'Theo', lastName: 'Okafor', role: 'admin', isYou: true })
const mia = buildPerson({ lastSeenAt: null })

function show(user = admin, people = [you, mia]) {
  answer(settingsApi.people, people)
  return renderPiece(<UsersTab />, { path: '/settings?tab=users', user })
}

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

async function choose(user: Awaited<ReturnType<typeof show>>, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

it('the tab lists the company’s people with role and last visit', async () => {
  await show(buildCurrentUser(), [you, { ...mia, isActive: false }])
  expect((await row('Theo Okafor')).getByText('(You)')).toBeInTheDocument()
  expect((await row('Theo Okafor')).getByText(/ago$/)).toBeInTheDocument()
  expect((await row('Theo Okafor')).queryByText('Deactivated')).not.toBeInTheDocument()
  expect((await row('Mia Chen')).getByText('Read Only')).toBeInTheDocument()
  expect((await row('Mia Chen')).getByText('Deactivated')).toBeInTheDocument()
  expect((await row('Mia Chen')).getByText('Never signed in')).toBeInTheDocument()
  expect(screen.getByText(/Ask an admin to add someone, change a role or remove access/)).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('an admin can change a role after seeing what it allows', async () => {
  const requests = answer(settingsApi.updatePerson, () => {
    answer(settingsApi.people, [you, { ...mia, role: 'ops' }])
    return buildPerson({ ...mia, role: 'ops' })
  })
  const user = await show()
  await choose(user, 'Mia Chen', 'Change role…')
  const question = within(await screen.findByRole('dialog', { name: 'Change Mia Chen’s role?' }))
  await user.click(question.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  expect(
    question.getByText(
      'Manages Harbor & Pine, including people, security and the audit log. No access to other companies.',
    ),
  ).toBeInTheDocument()
  await user.click(question.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Operations' }))
  expect(question.getByText(/^Mia Chen can manage products/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Mia Chen now has the role Operations')).toBeInTheDocument()
  await waitFor(async () => expect((await row('Mia Chen')).getByText('Operations')).toBeInTheDocument())
  expect(requests).toEqual([{ userId: mia.id, role: 'ops' }])
})

it('an admin can’t change, deactivate or remove their own account and sees why', async () => {
  const user = await show()
  await user.click(await screen.findByRole('button', { name: 'Actions for Theo Okafor' }))
  const item = await screen.findByRole('menuitem', { name: /^Change role…/ })
  expect(item).toHaveTextContent('Only another admin can change your role.')
  expect(screen.getByRole('menuitem', { name: /^Deactivate…/ })).toHaveTextContent('Only another admin')
  expect(screen.getByRole('menuitem', { name: /^Remove…/ })).toHaveTextContent('Only another admin')
  await user.click(item)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each([
  ['Deactivate…', 'Deactivate', settingsApi.updatePerson, { isActive: false }, 'Mia Chen can no longer sign in'],
  ['Remove…', 'Remove', settingsApi.removePerson, {}, 'Account Removed'],
  ['Reset sign-in…', 'Reset sign-in', settingsApi.resetPersonSignIn, {}, 'Sign-In Reset'],
  ['End sessions…', 'End sessions', settingsApi.endPersonSessions, {}, 'Mia Chen was signed out everywhere'],
] as const)('an admin of the company can choose %s', async (item, button, endpoint, change, sentence) => {
  const requests = answer(endpoint, { ...mia, isActive: false })
  const user = await show()
  await choose(user, 'Mia Chen', item)
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: button }))
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(requests).toEqual([{ userId: mia.id, ...change }])
})

it('the role dialog stays open with the server’s error', async () => {
  refuse(settingsApi.updatePerson, 409, 'Lockstep needs at least one admin.')
  const user = await show()
  await choose(user, 'Mia Chen', 'Change role…')
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  await user.click(question.getByRole('button', { name: 'Change role' }))
  expect(await question.findByRole('alert')).toHaveTextContent('Lockstep needs at least one admin.')
})

it('an admin ends their own sessions in one place only, which the menu names', async () => {
  const user = await show()
  await user.click(await screen.findByRole('button', { name: 'Actions for Theo Okafor' }))
  const item = await screen.findByRole('menuitem', { name: /^End sessions…/ })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(item).toHaveTextContent('To end your own sessions, click your name in the menu.')
})

describe('Add Person', () => {
  async function fillIn(user = admin) {
    const hands = await show(user)
    await hands.click(await screen.findByRole('button', { name: 'Add Person' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Person' }))
    await hands.type(dialog.getByRole('textbox', { name: 'Email' }), 'jonas@harborpine.example')
    await hands.type(dialog.getByRole('textbox', { name: 'First name' }), 'Jonas')
    await hands.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Weber')
    await hands.click(dialog.getByRole('combobox', { name: 'Role' }))
    await hands.click(screen.getByRole('option', { name: 'Admin' }))
    return { hands, dialog }
  }

  it('adds an account to the company, says that the person is invited by email, and refetches the list', async () => {
    const jonas = buildPerson({ firstName: 'Jonas', lastName: 'Weber', email: 'jonas@harborpine.example' })
    const requests = answer(settingsApi.addPerson, { ...jonas, isInvited: true })
    const { hands, dialog } = await fillIn()
    expect(dialog.queryByRole('combobox', { name: 'Company' })).not.toBeInTheDocument()
    expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(
      'Manages Harbor & Pine, including people, security and the audit log. No access to other companies.',
    )
    answer(settingsApi.people, [you, mia, jonas])
    await hands.click(dialog.getByRole('button', { name: 'Add Person' }))
    expect(await screen.findByText('Invitation sent to jonas@harborpine.example')).toBeInTheDocument()
    await row('Jonas Weber')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(requests).toEqual([
      { email: 'jonas@harborpine.example', firstName: 'Jonas', lastName: 'Weber', role: 'admin' },
    ])
  })

  it('offers after a reload what was typed', async () => {
    await fillIn()
    cleanup()
    const hands = await show()
    await hands.click(await screen.findByRole('button', { name: 'Add Person' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Person' }))
    await hands.click(await dialog.findByRole('button', { name: 'Restore' }))
    expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('jonas@harborpine.example')
    expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Admin')
  })

  it('warns provider staff who work in the provider’s company', async () => {
    const staff = buildCurrentUser({ role: 'admin' })
    answer(adminApi.companies, [buildCompany({ id: staff.companyId ?? '', isProvider: true })], { total: 1 })
    const { dialog } = await fillIn(staff)
    expect(await dialog.findByText('Provider staff can see and change every company.')).toHaveClass('text-danger')
  })

  it('shows the server’s error at its field and keeps the typed values', async () => {
    refuse(settingsApi.addPerson, 409, 'This email address can’t be added.', [
      { field: 'email', message: 'This email address already has an account' },
    ])
    const { hands, dialog } = await fillIn()
    await hands.click(dialog.getByRole('button', { name: 'Add Person' }))
    expect(await dialog.findByText('This email address already has an account')).toBeInTheDocument()
    expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Jonas')
  })
})

it('the tab shows an error when the people can’t be loaded', async () => {
  refuse(settingsApi.people, 503, 'The database did not answer.')
  await renderPiece(<UsersTab />, { user: admin })
  expect(await screen.findByRole('alert')).toHaveTextContent('The people couldn’t be loaded')
})
