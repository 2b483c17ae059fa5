import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { auditApi, type AuditRow, type ProviderVisit } from '#contract/audit.ts'
import { settingsApi } from '#contract/settings.ts'
import { guardEntryState } from '#web/shared/unsaved-changes.tsx'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings, buildAuditRow } from '#web/testing/settings-builders.ts'
import { SecurityTab } from './security-tab.tsx'

const admin = buildCurrentUser({ role: 'admin' })
const { security } = buildSettings()

function show(log: AuditRow[] = [], user = admin) {
  answer(settingsApi.read, buildSettings())
  answer(auditApi.list, log, { total: log.length })
  answer(auditApi.providerVisits, [], { total: 0 })
  return renderPiece(<SecurityTab />, { path: '/settings?tab=security', user })
}

describe('the security settings', () => {
  it('are saved together', async () => {
    const changed = { ...security, sessionTimeout: '8h' as const, retentionDays: 14 }
    const saved = answer(settingsApi.saveSecurity, buildSettings({ security: changed }))
    const user = await show()
    await user.click(await screen.findByRole('combobox', { name: 'Session timeout' }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '1 hour',
      '8 hours',
      '1 day',
      '7 days',
    ])
    await user.click(screen.getByRole('option', { name: '8 hours' }))
    const days = screen.getByLabelText('Days to keep after delivery')
    await user.clear(days)
    await user.type(days, '31')
    await user.click(screen.getByText('Save'))
    expect(await screen.findByText('Amazon allows up to 30 days')).toBeInTheDocument()
    await user.clear(days)
    await user.type(days, '14')
    await user.click(screen.getByText('Save'))
    expect(await screen.findByText('Security settings have been updated')).toBeInTheDocument()
    expect(saved).toEqual([changed])
  })

  it('say when people are signed out at the latest', async () => {
    await show()
    expect(await screen.findByRole('combobox', { name: 'Session timeout' })).toHaveAccessibleDescription(
      /Admin and Operations are always signed out 12 hours after signing in, Read Only after 7 days\.$/,
    )
  })

  it('ask before audit logging is turned off, and say what is still recorded', async () => {
    const saved = answer(settingsApi.saveSecurity, buildSettings({ security: { ...security, auditLogging: false } }))
    const user = await show()
    const toggle = await screen.findByRole('switch', { name: 'Audit logging' })
    await user.click(toggle)
    const question = within(await screen.findByRole('alertdialog', { name: 'Turn off audit logging?' }))
    expect(
      question.getByText(
        /^Always recorded: sign-ins, denied access, roles and accounts.*connected channels and Amazon accounts/,
      ),
    ).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(toggle).toBeChecked()
    await user.click(toggle)
    await user.click(await screen.findByRole('button', { name: 'Turn off' }))
    expect(toggle).not.toBeChecked()
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(saved).toEqual([{ ...security, auditLogging: false }]))
  })

  it('show the server’s error when they can’t be saved', async () => {
    refuse(settingsApi.saveSecurity, 503, 'The database did not answer.')
    const user = await show()
    await user.type(await screen.findByLabelText('Days to keep after delivery'), '{Backspace}{Backspace}7')
    await user.click(screen.getByText('Save'))
    expect(
      await screen.findByText('Failed to save security settings. The database did not answer.'),
    ).toBeInTheDocument()
  })

  it('leave filters and open entry of the audit log unchanged', async () => {
    answer(settingsApi.saveSecurity, buildSettings({ security: { ...security, retentionDays: 7 } }))
    const user = await show([buildAuditRow()])
    const days = await screen.findByLabelText('Days to keep after delivery')
    await user.type(days, '{Backspace}{Backspace}7')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } })
    await user.click(await screen.findByRole('button', { name: 'Order address changed' }))
    await screen.findByRole('dialog')
    for (const step of ['back', 'forward', 'back'] as const) {
      window.history[step]()
      await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(step === 'forward' ? 1 : 0))
    }
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(days).toHaveValue('7')
    await user.click(screen.getByText('Save'))
    await waitFor(() => expect(window.history.state).not.toBe(guardEntryState))
    expect(window.location.search).toBe('?tab=security&from=2026-01-01')
    expect(screen.getByLabelText('From')).toHaveValue('2026-01-01')
  })

  it('are read-only for Operations, who see no audit log', async () => {
    await show([], buildCurrentUser())
    const timeout = await screen.findByRole('combobox', { name: 'Session timeout' })
    const [logging, days] = [
      screen.getByRole('switch', { name: 'Audit logging' }),
      screen.getByLabelText('Days to keep after delivery'),
    ]
    for (const control of [timeout, logging, days]) expect(control).toBeDisabled()
    expect(timeout).toHaveTextContent('7 days')
    expect(logging).toBeChecked()
    expect(days).toHaveValue('30')
    await waitFor(() =>
      expect(blockedReason('Save')).toBe('Your role is Operations. Only Admin can change security settings.'),
    )
    expect(screen.getByRole('region', { name: 'Customer data' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Audit log' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Provider access' })).not.toBeInTheDocument()
  })

  it('offer no customer data to Read Only', async () => {
    await show([], buildCurrentUser({ role: 'readonly' }))
    expect(await screen.findByRole('combobox', { name: 'Session timeout' })).toBeDisabled()
    expect(screen.queryByRole('region', { name: 'Customer data' })).not.toBeInTheDocument()
  })
})

describe('the provider’s visits', () => {
  const customersAdmin = buildCurrentUser({ role: 'admin', isProviderStaff: false })
  const visit: ProviderVisit = {
    id: newId(),
    at: '2026-01-01T00:00:00Z',
    name: 'Theo Okafor',
    ipAddress: '203.0.113.7',
  }
  const section = async () => within(await screen.findByRole('region', { name: 'Provider access' }))

  it('are none in a company that nobody from the provider has opened', async () => {
    await show([], customersAdmin)
    expect(
      await (await section()).findByText('No one from your provider has accessed your company.'),
    ).toBeInTheDocument()
  })

  it('are listed for the company’s admin with name, time and IP address, page by page', async () => {
    answer(settingsApi.read, buildSettings())
    answer(auditApi.list, [])
    answer(auditApi.providerVisits, [visit], { total: 2, next: 'older' })
    const user = await renderPiece(<SecurityTab />, { path: '/settings?tab=security', user: customersAdmin })
    const row = within(await (await section()).findByRole('row', { name: /^Theo Okafor/ }))
    expect(row.getByText('203.0.113.7')).toBeInTheDocument()
    expect(row.getByText(/ago$/)).toBeInTheDocument()
    const requests = answer(auditApi.providerVisits, [{ ...visit, id: newId(), name: 'Ines Byron' }], { total: 2 })
    await user.click((await section()).getByRole('button', { name: 'Load more' }))
    expect(await (await section()).findByText('Ines Byron')).toBeInTheDocument()
    expect(requests).toEqual([{ cursor: 'older' }])
  })
})
