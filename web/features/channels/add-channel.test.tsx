import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { buildChannel, buildChannelDetail, channelSecrets } from '#web/testing/channel-builders.ts'
import { renderPiece, openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { AddChannel } from './channels-page.tsx'

const operator = buildCurrentUser()
const old = buildChannel({ name: 'Old Shop' })

beforeEach(() => answerChannels({ rows: [old] }))

async function openDialog() {
  const user = openApp('/channels', operator)
  await user.click(await screen.findByRole('button', { name: 'Add Channel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Channel' }))
  const choose = async (label: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const create = () => user.click(dialog.getByRole('button', { name: 'Create Channel' }))
  return { user, dialog, choose, create, name: dialog.getByRole('textbox', { name: 'Name' }) }
}

it('the dialog starts with an active website, shows eBay and Etsy as coming soon, and requires a name', async () => {
  const { user, dialog, name, create } = await openDialog()
  expect(name).toHaveValue('')
  expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveTextContent('Website')
  expect(dialog.getByRole('combobox', { name: 'Platform' })).toHaveTextContent('Own website')
  expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()

  await user.click(dialog.getByRole('combobox', { name: 'Type' }))
  for (const name of ['eBay (coming soon)', 'Etsy (coming soon)']) {
    expect(await screen.findByRole('option', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  expect(screen.getByRole('option', { name: 'Meta Shops' })).not.toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Escape}')

  await create()
  await waitFor(() => expect(name).toHaveAccessibleDescription(expect.stringContaining('Name is required')))
})

it('what was typed is offered after a reload, each type’s on its own', async () => {
  const first = await openDialog()
  await first.user.type(first.name, 'Harbor Shop')
  await first.choose('Type', 'Shopify')
  expect(screen.queryByText(/^You have unsaved changes/)).not.toBeInTheDocument()
  cleanup()
  const { user, dialog, name } = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Restore' }))
  expect(name).toHaveValue('Harbor Shop')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
})

it('the dialog creates a website whose keys the server makes, shows a toast, resets, and opens the tab Connect', async () => {
  const detail = buildChannelDetail({ platform: 'woocommerce' })
  const sent = answer(channelsApi.create, { ...detail, ...channelSecrets })
  const { user, name, choose, create } = await openDialog()
  await user.type(name, ' Harbor Shop ')
  await choose('Platform', 'WooCommerce')
  answerChannels({ rows: [old, detail], detail })
  await create()
  expect(await screen.findByText('Channel Created')).toBeInTheDocument()
  expect(screen.getByText('Channel has been created successfully')).toBeInTheDocument()
  expect(sent).toEqual([
    {
      name: 'Harbor Shop',
      type: 'website',
      platform: 'woocommerce',
      isActive: true,
    },
  ])
  expect(await screen.findByRole('tab', { name: 'Connect', selected: true })).toBeInTheDocument()
  expect(window.location.search).toBe(`?channel=${detail.id}&tab=connect`)
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('region', { name: 'Harbor Shop' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add Channel' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

it('the dialog creates a Meta shop without platform and keys', async () => {
  const detail = buildChannelDetail({ type: 'meta_shops', apiKey: null })
  const sent = answer(channelsApi.create, { ...detail, apiKey: null })
  answerChannels({ detail })
  const { user, dialog, name, choose, create } = await openDialog()
  await user.type(name, 'Instagram')
  await choose('Type', 'Meta Shops')
  expect(dialog.queryByRole('combobox', { name: 'Platform' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('switch', { name: 'Active' }))
  await create()
  await waitFor(() => expect(sent).toEqual([{ name: 'Instagram', type: 'meta_shops', isActive: false }]))
})

it('the dialog keeps the input when the server refuses it', async () => {
  refuse(channelsApi.create, 409, 'There are too many channels.')
  const { user, dialog, name, create } = await openDialog()
  await user.type(name, 'Harbor Shop')
  await create()
  expect(await dialog.findByRole('alert')).toHaveTextContent('There are too many channels.')
  expect(screen.getByText('Failed to create channel. There are too many channels.')).toBeInTheDocument()
  expect(name).toHaveValue('Harbor Shop')
})

it.each([
  ['ops', 1],
  ['readonly', 0],
] as const)('the URL opens the dialog, for %s in %i dialogs', async (role, dialogs) => {
  const around = { path: '/channels?create=channel', user: buildCurrentUser({ role }) }
  await renderPiece(<AddChannel onCreated={() => undefined} onMatch={() => undefined} />, around)
  expect(screen.queryAllByRole('dialog', { name: 'Add Channel' })).toHaveLength(dialogs)
})
