import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { auditApi, type AuditRow, type ChainReport } from '#contract/audit.ts'
import { settingsApi } from '#contract/settings.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildAuditRow, buildSettings } from '#web/testing/settings-builders.ts'
import { AuditLog } from './audit-log.tsx'

const admin = buildCurrentUser({ role: 'admin' })

async function show(rows: AuditRow[], query = '') {
  const requests = answer(auditApi.list, rows, { total: rows.length })
  const user = await renderPiece(<AuditLog />, { path: `/settings?tab=security${query}`, user: admin })
  return { user, requests }
}

describe('the audit log', () => {
  it('shows who did what, and opens an entry with the values before and after', async () => {
    const { user } = await show([
      buildAuditRow({
        action: 'settings.update-security',
        resource: 'settings',
        changes: {
          before: { retentionDays: 30, auditLogging: true },
          after: { retentionDays: 14, auditLogging: false, note: { by: 'Theo' } },
        },
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Security settings changed' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Security settings changed' }))
    const changes = within(drawer.getByRole('list', { name: 'Changed values' }))
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Retention daysBefore30After14',
      'Audit loggingBeforeYesAfterNo',
      'NoteBeforeEmptyAfter{\n  "by": "Theo"\n}',
    ])
    for (const text of [
      'Theo Okafor',
      '203.0.113.7',
      'Mozilla/5.0 (Macintosh) Safari/605',
      'Jan 1, 2026, 12:00:00 AM UTC',
    ]) {
      expect(drawer.getByText(text, { exact: false })).toBeInTheDocument()
    }
    await user.click(drawer.getByRole('button', { name: 'Copy request ID req-1042' }))
    expect(await navigator.clipboard.readText()).toBe('req-1042')
  })

  it('names the order, and says when a cancellation was only asked for', async () => {
    const { user } = await show([
      buildAuditRow({
        action: 'order.cancel',
        subject: 'LS-10012',
        changes: {
          before: { status: 'sent_to_fulfillment', resendSpeed: null },
          after: { purpose: 'cancel_order', reason: null, resendSpeed: null },
        },
      }),
    ])
    expect(await screen.findByText('LS-10012')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancellation requested from Amazon' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Cancellation requested from Amazon' }))
    expect(drawer.getByText('LS-10012')).toBeInTheDocument()
    const changes = within(drawer.getByRole('list', { name: 'Changed values' })).getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      'StatusBeforesent_to_fulfillmentAfterEmpty',
      'PurposeBeforeEmptyAftercancel_order',
    ])
  })

  it('keeps the open entry in the URL, and the back button closes it', async () => {
    const entry = buildAuditRow()
    const { user } = await show([entry])
    await user.click(await screen.findByRole('button', { name: 'Order address changed' }))
    await screen.findByRole('dialog', { name: 'Order address changed' })
    expect(window.location.search).toBe(`?tab=security&entry=${entry.id}`)
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('?tab=security')
  })

  it('opens nothing when the URL names an entry that is not listed', async () => {
    await show([buildAuditRow()], '&entry=elsewhere')
    await screen.findByRole('button', { name: 'Order address changed' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('says when an entry changed no values', async () => {
    const { user } = await show([buildAuditRow({ actorType: 'api_key', action: 'key.use', resource: 'api_key' })])
    expect(await screen.findByText('API key', { selector: 'td *' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'API key used' }))
    expect(await screen.findByText('No values changed.')).toBeInTheDocument()
  })

  it('is filtered by the URL, and so is the export', async () => {
    const { user, requests } = await show(
      [buildAuditRow()],
      '&resource=order&actorType=user&from=2026-01-01&to=nonsense',
    )
    await screen.findByRole('button', { name: 'Order address changed' })
    expect(requests).toEqual([{ resource: 'order', actorType: 'user', from: '2026-01-01' }])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByRole('menuitem', { name: 'CSV' })).toHaveAttribute(
      'href',
      '/api/audit/export?resource=order&actorType=user&from=2026-01-01&format=csv',
    )
  })

  it('is filtered by its boxes, and the filters can be cleared', async () => {
    const { user, requests } = await show([])
    expect(await screen.findByText(/^Nothing has been recorded yet/)).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'Record type' }))
    await user.click(await screen.findByRole('option', { name: 'API key' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search the audit log' }), 'theo')
    await waitFor(() => expect(requests.at(-1)).toEqual({ resource: 'api_key', search: 'theo' }))
    expect(window.location.search + window.location.hash).toBe('?tab=security&resource=api_key#search=theo')
    const [clear] = screen.getAllByRole('button', { name: 'Clear Filters' })
    if (clear) await user.click(clear)
    await waitFor(() => expect(window.location.search + window.location.hash).toBe('?tab=security'))
  })

  it('is refetched when settings are changed', async () => {
    answer(settingsApi.read, buildSettings())
    answer(auditApi.list, [], { total: 0 })
    answer(auditApi.providerVisits, [], { total: 0 })
    openApp('/settings?tab=security', admin)
    await screen.findByText(/^Nothing has been recorded yet/)
    answer(auditApi.list, [buildAuditRow({ action: 'settings.update-security', resource: 'settings' })], { total: 1 })
    FakeEventSource.latest.send('settings')
    expect(await screen.findByRole('button', { name: 'Security settings changed' })).toBeInTheDocument()
  })

  it('shows an error when it can’t be loaded', async () => {
    refuse(auditApi.list, 503, 'The database did not answer.')
    await renderPiece(<AuditLog />, { user: admin })
    expect(await screen.findByRole('alert')).toHaveTextContent('The audit log couldn’t be loaded')
  })
})

describe('verifying', () => {
  async function verify(report: ChainReport) {
    answer(auditApi.verify, report)
    const { user } = await show([])
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    return user
  }

  it('reports an intact log and shows its head hash', async () => {
    const user = await verify({ entries: 1204, head: { seq: 1204, hash: 'c0ffee' }, faults: [], faultCount: 0 })
    expect(await screen.findByText(/^All 1,204 entries are unchanged/)).toBeInTheDocument()
    const head = `${admin.companyId}:1204:c0ffee`
    await user.click(screen.getByRole('button', { name: `Copy head ${head}` }))
    expect(await navigator.clipboard.readText()).toBe(head)
  })

  it('says how many entries are left to the nightly check', async () => {
    const head = { seq: 260_000, hash: 'c0ffee' }
    await verify({ entries: 250_000, older: 10_000, head, faults: [], faultCount: 0 })
    expect(
      await screen.findByText(/^The newest 250,000 .* 10,000 older entries are checked every night/),
    ).toBeInTheDocument()
  })

  it('lists changed and missing entries', async () => {
    const entryId = buildAuditRow().id
    await verify({
      entries: 10,
      head: null,
      faults: [
        { kind: 'changed', seq: 3, entryId },
        { kind: 'missing', seq: 4, entryId },
        { kind: 'unchained', seq: null, entryId },
      ],
      faultCount: 7,
    })
    expect(await screen.findByText('The log was altered: 7 problems')).toBeInTheDocument()
    const faults = within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('listitem')
    expect(faults.map(({ textContent }) => textContent?.replace(` ${entryId}`, ''))).toEqual([
      'Entry 3 was changed.',
      'Entry 4 is missing.',
      'An entry isn’t linked to the others.',
    ])
    expect(screen.getByText('The first 3 are listed.')).toBeInTheDocument()
  })

  it('shows an error when it fails', async () => {
    refuse(auditApi.verify, 503, 'The database did not answer.')
    const { user } = await show([])
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Verification Failed')).toBeInTheDocument()
  })
})
