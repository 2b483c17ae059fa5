import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth.ts'
import type { ReplyInputOf } from '#contract/endpoint.ts'
import { observeApi } from '#contract/observe.ts'
import { settingsApi, type SystemInfo, type SystemSettings } from '#contract/settings.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'
import { SystemTab } from './system-tab.tsx'

const { system } = buildSettings()
const info: SystemInfo = { version: '1.0.0', environment: 'production', database: 'PostgreSQL', cache: 'Redis' }

const nothingStarts = { ordersToSend: 0, ordersLeft: 0, channelsToTell: 0, accountsToSend: 0 }

async function show(role: 'ops' | 'readonly' = 'ops', runsOn = info) {
  answer(settingsApi.read, buildSettings())
  answer(settingsApi.systemInfo, runsOn)
  answer(observeApi.mode, { observingSince: null, goingLive: nothingStarts })
  const user = await renderPiece(<SystemTab />, { path: '/settings?tab=system', user: buildCurrentUser({ role }) })
  await screen.findByRole('form', { name: 'System settings' })
  return user
}

const answerSave = (change: Partial<SystemSettings>) =>
  answer(settingsApi.saveSystem, buildSettings({ system: { ...system, ...change } }))
const box = (label: string) => screen.getByLabelText(label)
const save = () => screen.getByRole('button', { name: 'Save' })
const fact = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

it('the tab shows the defaults and the system info', async () => {
  await show()
  expect(screen.getByRole('combobox', { name: 'Sync frequency' })).toHaveTextContent('Every 30 minutes')
  expect(screen.getByRole('switch', { name: 'Automatic sync' })).toBeChecked()
  expect(box('Default low stock threshold')).toHaveValue(10)
  expect(box('Time zone')).toHaveValue('America/Los Angeles')
  expect(box('Currency')).toHaveValue('USD, US Dollar')
  expect(await fact('Version')).toBe('v1.0.0')
  expect(await fact('Environment')).toBe('production')
  expect(await fact('Database')).toBe('PostgreSQL')
  expect(await fact('Cache')).toBe('Redis')
})

it('the tab saves frequency, automatic sync, threshold and buffer', async () => {
  const user = await show()
  const change = { syncFrequency: '4h', automaticSync: false, lowStockThreshold: 25, safetyBuffer: 3 } as const
  const sent = answerSave(change)
  await user.click(screen.getByRole('combobox', { name: 'Sync frequency' }))
  const choices = await screen.findAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual([
    'Every 15 minutes',
    'Every 30 minutes',
    'Every hour',
    'Every 4 hours',
  ])
  await user.click(screen.getByRole('option', { name: 'Every 4 hours' }))
  await user.click(screen.getByRole('switch', { name: 'Automatic sync' }))
  await user.clear(box('Default low stock threshold'))
  await user.type(box('Default low stock threshold'), '25')
  await user.clear(box('Safety buffer'))
  await user.type(box('Safety buffer'), '3')
  await user.click(save())
  expect(await screen.findByText('System settings have been updated')).toBeInTheDocument()
  expect(sent).toEqual([{ ...system, ...change }])
})

it('the tab shows an error at a field that is no number of units', async () => {
  const user = await show()
  await user.clear(box('Default low stock threshold'))
  await user.type(box('Default low stock threshold'), '-1')
  await user.click(save())
  expect(await screen.findByText('Threshold can’t be less than 0')).toBeInTheDocument()
})

it('the tab shows the server’s error when saving fails', async () => {
  const user = await show()
  refuse(settingsApi.saveSystem, 503, 'The database did not answer.')
  await user.click(screen.getByRole('switch', { name: 'Automatic sync' }))
  await user.click(save())
  expect(await screen.findByText('Failed to save system settings. The database did not answer.')).toBeInTheDocument()
})

describe('the time zone', () => {
  it('is found by typing, chosen by keyboard, and used by every screen once saved', async () => {
    const user = await show()
    const sent = answerSave({ timeZone: 'America/New_York' })
    const requests = answer(authApi.currentUser, buildCurrentUser({ timeZone: 'America/New_York' }))
    await user.click(box('Time zone'))
    await user.keyboard('york')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['America/New York'])
    await user.keyboard('{Enter}')
    expect(box('Time zone')).toHaveValue('America/New York')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    await user.click(save())
    await waitFor(() => expect(sent).toEqual([{ ...system, timeZone: 'America/New_York' }]))
    await waitFor(() => expect(requests).toHaveLength(1))
  })

  it('says when more match than are shown, and keeps the typed text when the box is pressed again', async () => {
    const user = await show()
    await user.click(box('Time zone'))
    expect(screen.getByText('Type to find more.')).toBeInTheDocument()
    await user.keyboard('york')
    expect(screen.queryByText('Type to find more.')).not.toBeInTheDocument()
    await user.click(box('Time zone'))
    expect(box('Time zone')).toHaveValue('york')
  })

  it('is unchanged when nothing is chosen', async () => {
    const user = await show()
    await user.click(box('Time zone'))
    await user.keyboard('nowhere')
    expect(screen.getByText('Nothing matches “nowhere”.')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(box('Time zone')).toHaveValue('America/Los Angeles')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(box('Time zone')).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]?.id)
    await user.tab()
    expect(box('Time zone')).toHaveValue('America/Los Angeles')
  })
})

it('another currency comes with a warning that amounts are not converted', async () => {
  const user = await show()
  await user.click(box('Currency'))
  await user.keyboard('euro')
  await user.click(within(screen.getByRole('listbox')).getByText('EUR, Euro'))
  expect(screen.getByText('Amounts are not converted')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(screen.queryByText('Amounts are not converted')).not.toBeInTheDocument()
})

it('readonly can’t change system settings and sees why', async () => {
  await show('readonly')
  const values = {
    'Default low stock threshold': 10,
    'Safety buffer': 0,
    'Time zone': 'America/Los Angeles',
    Currency: 'USD, US Dollar',
  }
  for (const [label, value] of Object.entries(values)) {
    expect(box(label)).toBeDisabled()
    expect(box(label)).toHaveValue(value)
  }
  expect(screen.getByRole('switch', { name: 'Automatic sync' })).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Automatic sync' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: 'Sync frequency' })).toHaveTextContent('Every 30 minutes')
  await waitFor(() =>
    expect(blockedReason('Save')).toBe('Your role is Read Only. Operations and Admin can change system settings.'),
  )
})

describe('observe mode', () => {
  const showTo = async (role: 'ops' | 'admin', mode: ReplyInputOf<typeof observeApi.mode>) => {
    answer(settingsApi.read, buildSettings())
    answer(settingsApi.systemInfo, info)
    answer(observeApi.mode, mode)
    return renderPiece(<SystemTab />, { path: '/settings?tab=system', user: buildCurrentUser({ role }) })
  }

  it('is switched on by an admin, after it was said what stops', async () => {
    const user = await showTo('admin', { observingSince: null, goingLive: nothingStarts })
    const sent = answer(observeApi.switchMode, { observingSince: '2026-03-02T10:00:00Z', goingLive: nothingStarts })
    answer(authApi.currentUser, buildCurrentUser({ role: 'admin', observingSince: '2026-03-02T10:00:00Z' }))
    await user.click(await screen.findByRole('button', { name: 'Start observing…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Start observing?' }))
    expect(dialog.getByText(/stops sending immediately/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Start observing' }))
    expect(await screen.findByText(/On since/)).toHaveTextContent('On since Mar 2, 2026. Nothing is sent.')
    expect(sent).toEqual([{ isObserving: true }])
  })

  it('says what starts before the company goes live', async () => {
    const goingLive = { ordersToSend: 2, ordersLeft: 1, channelsToTell: 3, accountsToSend: 1 }
    const user = await showTo('admin', { observingSince: '2026-03-02T10:00:00Z', goingLive })
    await user.click(await screen.findByRole('button', { name: 'Go live…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Go live?' }))
    expect(dialog.getByText(/Turn off your other tool first/)).toBeInTheDocument()
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2 orders when due for automatic fulfillment, and all new ones',
      'Stock and prices for all SKUs to 3 channels right away',
      'Listing changes to 1 Amazon account, in the next two-way sync',
      'Messages to customers from then on',
    ])
    expect(dialog.getByText(/1 older open order won’t be sent automatically/)).toBeInTheDocument()
  })

  it('is blocked for others, with the reason', async () => {
    await showTo('ops', { observingSince: null, goingLive: nothingStarts })
    await screen.findByRole('button', { name: 'Start observing…' })
    const reason = 'Your role is Operations. Only Admin can turn observe mode on or off.'
    await waitFor(() => expect(blockedReason('Start observing…')).toBe(reason))
  })
})
