import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type ApiKeyRow, apiKeysApi, type NewApiKey } from '#contract/api-keys.ts'
import { maskKey } from '#contract/channel-values.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { buildApiKey, buildSigningSecret } from '#web/testing/settings-builders.ts'
import { ApiKeysTab } from './api-keys-tab.tsx'
import { SigningSecretSection } from './company-secrets.tsx'

const hour = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const master = buildApiKey({ name: 'Master', isMaster: true, masked: 'ls_live_••••••••aaaa' })
const newMaster = {
  ...buildApiKey({ name: 'Master', isMaster: true, masked: 'ls_live_••••••••bbbb' }),
  key: 'ls_live_new',
}

function show(keys: ApiKeyRow[]) {
  answer(apiKeysApi.list, keys)
  answer(apiKeysApi.signingSecret, buildSigningSecret())
  return renderPiece(<ApiKeysTab />, { path: '/settings?tab=api-keys' })
}

function showSecret(signing = buildSigningSecret()) {
  answer(apiKeysApi.signingSecret, signing)
  return renderPiece(<SigningSecretSection />)
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const button = (name: string) => screen.findByRole('button', { name })

async function choose(user: Awaited<ReturnType<typeof show>>, box: HTMLElement, option: string) {
  await user.click(box)
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('the master key', () => {
  it('is created at once while there is none, and shown once', async () => {
    const requests = answer(apiKeysApi.generateMaster, newMaster)
    const user = await show([])
    expect(await screen.findByLabelText('Master key')).toHaveValue('Not configured')
    await user.click(await button('Generate New'))
    expect(await screen.findByText('API Key Generated')).toBeInTheDocument()
    const notice = await dialog('Your new master key')
    expect(notice.getByText('ls_live_new')).toBeInTheDocument()
    expect(notice.getByText('This key is shown only once')).toBeInTheDocument()
    await user.click(notice.getByRole('button', { name: 'Copy API key' }))
    expect(await navigator.clipboard.readText()).toBe('ls_live_new')
    expect(requests).toEqual([{ overlapHours: 0 }])
    await user.keyboard('{Escape}')
    await user.click(await button('Keep it open'))
    await user.click(notice.getByRole('button', { name: 'I’ve saved it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('stays masked, and replacing it asks for the overlap', async () => {
    const requests = answer(apiKeysApi.generateMaster, newMaster)
    const user = await show([master])
    const field = await screen.findByLabelText('Master key')
    expect(field).toHaveValue('ls_live_••••••••aaaa')
    expect(field).toHaveAttribute('readonly')
    await user.click(await button('Generate New'))
    const question = await dialog('Generate a new master key?')
    await choose(user, question.getByRole('combobox'), 'For 3 days')
    expect(question.getByText('The current master key will stop working in 3 days.')).toBeInTheDocument()
    answer(apiKeysApi.list, [newMaster, { ...master, createdAt: '2025-01-01T00:00:00Z', expiresAt: inHours(72.1) }])
    await user.click(question.getByRole('button', { name: 'Generate New' }))
    expect(await screen.findByText('ls_live_new')).toBeInTheDocument()
    expect(requests).toEqual([{ overlapHours: 72 }])
    await waitFor(() => expect(field).toHaveValue('ls_live_••••••••bbbb'))
    expect(screen.getByText('in 3 days')).toBeInTheDocument()
    await user.click(await button('I’ve saved it'))
    await waitFor(async () => expect(await button('Generate New')).toHaveFocus())
  })

  it('is shown even if its dialog was closed before the answer came', async () => {
    const made = Promise.withResolvers<NewApiKey>()
    const requests = answer(apiKeysApi.generateMaster, () => made.promise)
    const user = await show([master])
    await user.click(await button('Generate New'))
    await user.click((await dialog('Generate a new master key?')).getByRole('button', { name: 'Generate New' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(await button('Generate New')).toHaveAttribute('aria-busy', 'true')
    made.resolve(newMaster)
    expect((await dialog('Your new master key')).getByText('ls_live_new')).toBeInTheDocument()
  })

  it('shows the server’s error and keeps the dialog open', async () => {
    refuse(apiKeysApi.generateMaster, 503, 'The database did not answer.')
    const user = await show([master])
    await user.click(await button('Generate New'))
    const question = await dialog('Generate a new master key?')
    await user.click(question.getByRole('button', { name: 'Generate New' }))
    expect(await screen.findByText('Failed to generate API key')).toBeInTheDocument()
    expect(await question.findByRole('alert')).toHaveTextContent('The database did not answer.')
  })

  it('shows a toast when the first one can’t be created, and creates it at the next try', async () => {
    refuse(apiKeysApi.generateMaster, 503, 'The database did not answer.')
    const user = await show([])
    await user.click(await button('Generate New'))
    expect(await screen.findByText('Failed to generate API key')).toBeInTheDocument()
    expect(screen.getByText('The database did not answer.')).toBeInTheDocument()
    expect(screen.getByLabelText('Master key')).toHaveValue('Not configured')
    answer(apiKeysApi.generateMaster, newMaster)
    await user.click(await button('Generate New'))
    expect((await dialog('Your new master key')).getByText('ls_live_new')).toBeInTheDocument()
  })

  it('is not configured any more once it is revoked', async () => {
    const revoked = { ...master, revokedAt: inHours(0) }
    const requests = answer(apiKeysApi.revoke, () => {
      answer(apiKeysApi.list, [revoked])
      return revoked
    })
    const user = await show([master])
    await user.click(await button('Revoke'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the master key?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.getByLabelText('Master key')).toHaveValue('Not configured'))
    expect(requests).toEqual([{ keyId: master.id }])
  })
})

describe('the signing secret', () => {
  const secret = 'whsec_0123456789abcdef'

  it('is revealed and hidden again', async () => {
    answer(apiKeysApi.revealSigningSecret, { secret })
    const user = await showSecret(buildSigningSecret({ masked: maskKey(secret) }))
    const field = await screen.findByLabelText('Webhook signing secret')
    expect(field).toHaveValue(maskKey(secret))
    await user.click(await button('Reveal'))
    await waitFor(() => expect(field).toHaveValue(secret))
    await user.click(await button('Hide'))
    expect(field).toHaveValue(maskKey(secret))
  })

  it('is rotated with an overlap', async () => {
    const rotated = buildSigningSecret({
      masked: maskKey(secret),
      previous: [
        { masked: 'whsec_ol••••••••dold', expiresAt: inHours(24.1) },
        { masked: 'whsec_ve••••••••rold', expiresAt: inHours(5.1) },
      ],
    })
    const requests = answer(apiKeysApi.rotateSigningSecret, () => {
      answer(apiKeysApi.signingSecret, rotated)
      return { ...rotated, secret }
    })
    const user = await showSecret()
    await user.click(await button('Rotate'))
    await user.click((await dialog('Rotate the signing secret?')).getByRole('button', { name: 'Rotate' }))
    await waitFor(() => expect(screen.getByLabelText('Webhook signing secret')).toHaveValue(secret))
    expect(requests).toEqual([{ overlapHours: 24 }])
    expect(screen.getByText('in 1 day')).toBeInTheDocument()
    expect(screen.getByText('in 5 hours')).toBeInTheDocument()
  })

  it('can’t be rotated before there is one', async () => {
    await showSecret(buildSigningSecret({ masked: null, createdAt: null }))
    expect(await screen.findByDisplayValue('Created when first revealed')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rotate' })).not.toBeInTheDocument()
  })
})

describe('keys for programs', () => {
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

  it('are listed in a table with permissions and state', async () => {
    await show([
      buildApiKey({ name: 'Warehouse', scopes: ['orders.read', 'inventory.read'] }),
      buildApiKey({ name: 'Trial', expiresAt: inHours(-2) }),
      buildApiKey({ name: 'Leaked', revokedAt: inHours(-1), expiresAt: inHours(9) }),
      buildApiKey({ name: 'Soon', expiresAt: inHours(0.004) }),
    ])
    const warehouse = await row('Warehouse')
    expect(warehouse.getByText('Read orders, Read stock')).toBeInTheDocument()
    expect(warehouse.getByText('Active')).toBeInTheDocument()
    expect(warehouse.getByText('by Omar Reyes')).toBeInTheDocument()
    expect((await row('Trial')).getByText('Expired')).toBeInTheDocument()
    const leaked = await row('Leaked')
    expect(leaked.getByText('Revoked')).toBeInTheDocument()
    expect(leaked.queryByRole('button')).not.toBeInTheDocument()
    expect((await row('Soon')).getByText('any moment now')).toBeInTheDocument()
  })

  it('stay valid until they expire once replaced, and can be replaced only once', async () => {
    const user = await show([buildApiKey({ replacedAt: inHours(-1), expiresAt: inHours(23.1) })])
    const warehouse = await row('Warehouse')
    expect(warehouse.getByText('Replaced')).toBeInTheDocument()
    expect(warehouse.getByText('in 23 hours')).toBeInTheDocument()
    await user.click(warehouse.getByRole('button', { name: 'Actions for Warehouse' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Revoke…'])
  })

  it('are created with a name, permissions and an expiry', async () => {
    const requests = answer(apiKeysApi.create, { ...buildApiKey({ name: 'Reports' }), key: 'ls_live_reports' })
    const user = await show([])
    await user.click(await button('New key'))
    const form = await dialog('New key')
    await user.click(form.getByRole('button', { name: 'Create key' }))
    expect(await form.findByText('Name is required')).toBeInTheDocument()
    expect(form.getByText('Choose at least one permission')).toBeInTheDocument()
    await user.type(form.getByLabelText('Name'), 'Reports')
    await user.click(form.getByRole('checkbox', { name: 'Read orders' }))
    await user.click(form.getByRole('checkbox', { name: 'Price carts' }))
    await choose(user, form.getByRole('combobox', { name: 'Expires' }), 'Custom…')
    await user.click(form.getByRole('button', { name: 'Create key' }))
    expect(await form.findByText('Days must be a whole number')).toBeInTheDocument()
    await user.type(form.getByLabelText('Days until it expires'), '14')
    await user.click(form.getByRole('button', { name: 'Create key' }))
    expect(await screen.findByText('ls_live_reports')).toBeInTheDocument()
    expect(requests).toEqual([{ name: 'Reports', scopes: ['orders.read', 'promotions.quote'], expiresInDays: 14 }])
  })

  it('are rotated from their menu and shown even if that was closed before the answer came', async () => {
    const key = buildApiKey()
    const made = Promise.withResolvers<NewApiKey>()
    const requests = answer(apiKeysApi.rotate, () => made.promise)
    const user = await show([key])
    await user.click(await button('Actions for Warehouse'))
    await user.click(await screen.findByRole('menuitem', { name: 'Rotate…' }))
    await user.click((await dialog('Rotate “Warehouse”?')).getByRole('button', { name: 'Rotate' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    made.resolve({ ...key, key: 'ls_live_rotated' })
    expect(await screen.findByText('ls_live_rotated')).toBeInTheDocument()
    expect(requests).toEqual([{ keyId: key.id, overlapHours: 24 }])
  })

  it('are revoked after a confirmation', async () => {
    const key = buildApiKey()
    const revoked = { ...key, revokedAt: inHours(0) }
    const requests = answer(apiKeysApi.revoke, () => {
      answer(apiKeysApi.list, [revoked])
      return revoked
    })
    const user = await show([key])
    await user.click(await button('Actions for Warehouse'))
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke “Warehouse”?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('API Key Revoked')).toBeInTheDocument()
    expect((await row('Warehouse')).getByText('Revoked')).toBeInTheDocument()
    expect(requests).toEqual([{ keyId: key.id }])
    await waitFor(() => expect(screen.getByRole('table').closest('[tabindex]')).toHaveFocus())
  })
})

it('the tab links to the documentation and says where other keys are', async () => {
  await show([])
  expect(await screen.findByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs')
  const marketplace = screen.getByRole('link', { name: 'marketplace page' })
  expect(marketplace).toHaveAttribute('href', '/amazon-connection')
  expect(marketplace.closest('p')).toHaveTextContent(
    'Keys for the marketplace, social commerce, SMS and email integrations are configured on the marketplace page or in environment variables.',
  )
})

it('the tab shows a spinner, and an error when the keys can’t be loaded', async () => {
  neverAnswer(apiKeysApi.signingSecret)
  refuse(apiKeysApi.list, 503, 'The database did not answer.')
  await renderPiece(<ApiKeysTab />)
  expect(await screen.findByRole('alert')).toHaveTextContent('The API keys couldn’t be loaded')
  expect(screen.getByText('Loading...')).toBeInTheDocument()
})

it('the tab tells Read Only who can see keys', async () => {
  await renderPiece(<ApiKeysTab />, { user: buildCurrentUser({ role: 'readonly' }) })
  expect(screen.getByText(/Only Operations and Admin can see API keys/)).toBeInTheDocument()
})
