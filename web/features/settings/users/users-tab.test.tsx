import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { settingsApi } from '#contract/settings.ts'
import { buildCurrentUser, buildUserRow } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildPerson } from '#web/testing/settings-builders.ts'
import { UsersTab } from './users-tab.tsx'

const admin = buildCurrentUser({ role: 'admin' })
const you = buildPerson({ firstName: 'Theo', lastName: 'Okafor', role: 'admin', isYou: true })
const mia = buildPerson({ lastSeenAt: null })

function show(user = admin) {
  answer(settingsApi.people, [you, mia])
  return renderPiece(<UsersTab />, { path: '/settings?tab=users', user })
}

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

async function choose(user: Awaited<ReturnType<typeof show>>, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

it('the tab lists the company’s people with role and last visit', async () => {
  await show(buildCurrentUser())
  expect((await row('Theo Okafor')).getByText('(You)')).toBeInTheDocument()
  expect((await row('Theo Okafor')).getByText(/ago$/)).toBeInTheDocument()
  expect((await row('Mia Chen')).getByText('Read Only')).toBeInTheDocument()
  expect((await row('Mia Chen')).getByText('Not yet')).toBeInTheDocument()
  expect(screen.getByText(/^Accounts are created by your provider’s team/)).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('an admin can change a role after seeing what it allows', async () => {
  const requests = answer(adminApi.updateUser, () => {
    answer(settingsApi.people, [you, { ...mia, role: 'ops' }])
    return buildUserRow({ id: mia.id, role: 'ops' })
  })
  const user = await show()
  await choose(user, 'Mia Chen', 'Change role…')
  const question = within(await screen.findByRole('dialog', { name: 'Change the role of Mia Chen?' }))
  await user.click(question.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Operations' }))
  expect(question.getByText(/^Mia Chen can run the business/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Mia Chen has the role Operations now')).toBeInTheDocument()
  await waitFor(async () => expect((await row('Mia Chen')).getByText('Operations')).toBeInTheDocument())
  expect(requests).toEqual([{ userId: mia.id, role: 'ops' }])
})

it('an admin can’t change their own role and sees why', async () => {
  const user = await show()
  await user.click(await screen.findByRole('button', { name: 'Actions for Theo Okafor' }))
  const item = await screen.findByRole('menuitem', { name: /^Change role…/ })
  expect(item).toHaveTextContent('Your own role can only be changed by another admin.')
  await user.click(item)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each([
  [2, 'Mia Chen was signed out of 2 sessions'],
  [0, 'Mia Chen was not signed in anywhere'],
])('an admin ends sessions and sees how many (%i)', async (ended, sentence) => {
  const requests = answer(adminApi.endSessions, { ended })
  const user = await show()
  await choose(user, 'Mia Chen', 'End sessions…')
  const question = within(await screen.findByRole('alertdialog', { name: 'End the sessions of Mia Chen?' }))
  await user.click(question.getByRole('button', { name: 'End sessions' }))
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(requests).toEqual([{ userId: mia.id }])
})

it('the role dialog stays open with the server’s error', async () => {
  refuse(adminApi.updateUser, 409, 'Lockstep needs at least one admin.')
  const user = await show()
  await choose(user, 'Mia Chen', 'Change role…')
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  await user.click(question.getByRole('button', { name: 'Change role' }))
  expect(await question.findByRole('alert')).toHaveTextContent('Lockstep needs at least one admin.')
})

it('the tab shows an error when the people can’t be loaded', async () => {
  refuse(settingsApi.people, 503, 'The database did not answer.')
  await renderPiece(<UsersTab />, { user: admin })
  expect(await screen.findByRole('alert')).toHaveTextContent('The people couldn’t be loaded')
})
