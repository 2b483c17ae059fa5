import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AmazonIntegration, marketplaceApi } from '#contract/marketplace.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildIntegration } from '#web/testing/amazon-builders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { AmazonCard } from './integrations-tab.tsx'

const operator = buildCurrentUser()
const integration = buildIntegration()

beforeEach(() => answerAmazon())

const show = (user = operator) => renderPiece(<AmazonCard />, { path: '/settings', user })

function open(shown: AmazonIntegration | null = null) {
  answer(marketplaceApi.integration, shown)
  return show()
}

const card = async () => within(await screen.findByRole('region', { name: 'Amazon Selling Partner API' }))
const fact = async (label: string) =>
  (await (await card()).findByText(label, { selector: 'dt' })).nextElementSibling?.textContent
const dialog = async () => within(await screen.findByRole('dialog'))
const button = async (name: string) => (await dialog()).getByRole('button', { name })

describe('the Amazon card', () => {
  it('shows store, region and last sync of the connected account', async () => {
    await open(integration)
    expect(await fact('Status')).toBe('Connected')
    expect(await fact('Store')).toBe('Harbor US')
    expect(await fact('Region')).toBe('US')
    expect(await fact('Last synced')).toMatch(/ ago$/)
  })

  it('says Never before the first sync', async () => {
    await open(buildIntegration({ lastSyncedAt: null, region: 'eu' }))
    expect(await fact('Last synced')).toBe('Never')
    expect(await fact('Region')).toBe('EU')
  })

  it('offers the first connection', async () => {
    await open()
    expect(await (await card()).findByText(/^No Amazon account connected\./)).toBeInTheDocument()
    expect((await card()).getByRole('button', { name: 'Connect Amazon Account' })).toBeInTheDocument()
    expect((await card()).queryByRole('button', { name: 'Reconfigure' })).not.toBeInTheDocument()
  })

  it('links to Amazon’s consent page while the store is not authorized', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const requests = answer(marketplaceApi.initiate, { authorizationUrl: 'https://sellercentral.example/consent' })
    const saved = buildIntegration({ isActive: false, authorizedAt: null, lastSyncedAt: null })
    const user = await open(saved)
    expect(await fact('Status')).toBe('Not connected')
    expect((await card()).getByText('Not authorized yet')).toBeInTheDocument()
    await user.click((await card()).getByRole('button', { name: 'Authorize with Amazon: Harbor US' }))
    await waitFor(() => expect(opened).toHaveBeenCalledWith('https://sellercentral.example/consent', '_self'))
    expect(requests).toEqual([
      { companyId: operator.companyId, integrationName: 'Harbor US', region: 'us', accountId: saved.id },
    ])
    opened.mockRestore()
  })

  it('says why Amazon refuses the account', async () => {
    await open(buildIntegration({ isActive: false, authorizationError: 'The seller withdrew the permission.' }))
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The seller withdrew the permission.')
    expect((await card()).getByRole('button', { name: 'Authorize again: Harbor US' })).toBeInTheDocument()
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(marketplaceApi.integration)
    await show()
    expect((await card()).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows an error when it can’t be loaded', async () => {
    refuse(marketplaceApi.integration, 503, 'The database did not answer.')
    await show()
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The Amazon integration couldn’t be loaded')
  })

  it('is read-only for readonly', async () => {
    answer(marketplaceApi.integration, null)
    await show(buildCurrentUser({ role: 'readonly' }))
    const connect = await (await card()).findByRole('button', { name: 'Connect Amazon Account' })
    expect(connect).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the connect dialog', () => {
  async function start(shown: AmazonIntegration | null = null) {
    const user = await open(shown)
    const name = shown ? 'Reconfigure' : 'Connect Amazon Account'
    await user.click(await (await card()).findByRole('button', { name }))
    return user
  }

  /** Completes the first step and opens the second. */
  async function toMarketplaces(region?: string) {
    const user = await start()
    await user.click((await dialog()).getByLabelText('Seller ID'))
    await user.paste('A2HARBORPINE01')
    if (region) {
      await user.click((await dialog()).getByRole('combobox', { name: 'Primary region' }))
      await user.click(await screen.findByRole('option', { name: region }))
    }
    await user.click(await button('Next: Authorize'))
    await (await dialog()).findByText('Select Marketplaces')
    return user
  }

  const toggles = async () =>
    within((await dialog()).getByRole('group', { name: 'Select Marketplaces' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)

  it('starts with the store’s details and its defaults', async () => {
    await start()
    expect((await dialog()).getByRole('heading', { name: 'Store Details' })).toBeInTheDocument()
    expect((await dialog()).getByLabelText('Store name')).toHaveValue('My Amazon Store')
    expect((await dialog()).getByLabelText('Seller ID')).toHaveValue('')
    expect((await dialog()).getByRole('combobox', { name: 'Primary region' })).toHaveTextContent('North America (US)')
  })

  it('offers after a reload what was typed, and not on the way back from the second step', async () => {
    const user = await toMarketplaces()
    await user.click(await button('Back'))
    expect((await dialog()).queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument()
    cleanup()
    const later = await start()
    await later.click(await button('Restore'))
    expect((await dialog()).getByLabelText('Seller ID')).toHaveValue('A2HARBORPINE01')
  })

  it('requires its fields', async () => {
    const user = await start()
    await user.clear((await dialog()).getByLabelText('Store name'))
    await user.click(await button('Next: Authorize'))
    expect(await (await dialog()).findByText('Store name is required')).toBeInTheDocument()
    expect((await dialog()).getByText('Seller ID is required')).toBeInTheDocument()
    expect((await dialog()).queryByText('Select Marketplaces')).not.toBeInTheDocument()
  })

  it.each([
    [undefined, ['United States', 'Canada', 'Mexico', 'Brazil']],
    ['Europe (EU)', ['Germany', 'Spain', 'France', 'United Kingdom', 'Italy']],
    ['Far East (FE)', ['Japan', 'China', 'Australia', 'India']],
  ])('offers the marketplaces of the region %s', async (region, countries) => {
    await toMarketplaces(region)
    expect(await toggles()).toEqual(countries)
  })

  it('says why China can’t be chosen', async () => {
    const user = await toMarketplaces('Far East (FE)')
    const china = await button('China')
    expect(china).toHaveAttribute('aria-disabled', 'true')
    await user.click(china)
    china.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'Amazon doesn’t offer API access to its China marketplace.',
    )
    expect(await button('Complete Setup')).toBeDisabled()
  })

  it('requires at least one marketplace', async () => {
    const user = await toMarketplaces()
    expect((await dialog()).getByText('Please select at least one marketplace')).toBeInTheDocument()
    expect(await button('Complete Setup')).toBeDisabled()
    await user.click(await button('Canada'))
    expect(await button('Canada')).toHaveAttribute('aria-pressed', 'true')
    expect((await dialog()).queryByText('Please select at least one marketplace')).not.toBeInTheDocument()
    await user.click(await button('Canada'))
    expect(await button('Canada')).toHaveAttribute('aria-pressed', 'false')
    expect(await button('Complete Setup')).toBeDisabled()
  })

  it('saves, shows a toast, closes, and starts at the first step the next time', async () => {
    const saved = answer(marketplaceApi.saveIntegration, () => {
      answer(marketplaceApi.integration, integration)
      return integration
    })
    const user = await toMarketplaces()
    await user.click(await button('United States'))
    await user.click(await button('Mexico'))
    await user.click(await button('Complete Setup'))
    expect(await screen.findByText('Amazon integration configured successfully')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(saved).toEqual([
      {
        name: 'My Amazon Store',
        sellerId: 'A2HARBORPINE01',
        region: 'us',
        marketplaces: ['ATVPDKIKX0DER', 'A1AM78C64UM0Y8'],
      },
    ])
    await user.click(await (await card()).findByRole('button', { name: 'Reconfigure' }))
    expect((await dialog()).getByRole('heading', { name: 'Store Details' })).toBeInTheDocument()
  })

  it('shows Connecting... while saving', async () => {
    neverAnswer(marketplaceApi.saveIntegration)
    const user = await toMarketplaces()
    await user.click(await button('Brazil'))
    await user.click(await button('Complete Setup'))
    expect(await button('Connecting...')).toHaveAttribute('aria-busy', 'true')
  })

  it('stays open with the server’s error when it can’t be saved', async () => {
    refuse(marketplaceApi.saveIntegration, 409, 'This seller is connected already.')
    const user = await toMarketplaces()
    await user.click(await button('Brazil'))
    await user.click(await button('Complete Setup'))
    expect(await screen.findByText('Setup Failed')).toBeInTheDocument()
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('This seller is connected already.')
  })

  it('clears the error when the details change', async () => {
    refuse(marketplaceApi.saveIntegration, 409, 'This seller is connected already.')
    const user = await toMarketplaces()
    await user.click(await button('Brazil'))
    await user.click(await button('Complete Setup'))
    expect(await (await dialog()).findByRole('alert')).toBeInTheDocument()
    await user.click(await button('Back'))
    await user.click(await button('Next: Authorize'))
    expect(await (await dialog()).findByText('Select Marketplaces')).toBeInTheDocument()
    expect((await dialog()).queryByRole('alert')).not.toBeInTheDocument()
  })

  it('goes back with the values kept, and drops marketplaces of another region', async () => {
    const user = await toMarketplaces()
    await user.click(await button('Brazil'))
    await user.click(await button('Back'))
    expect((await dialog()).getByLabelText('Seller ID')).toHaveValue('A2HARBORPINE01')
    await user.click((await dialog()).getByRole('combobox', { name: 'Primary region' }))
    await user.click(await screen.findByRole('option', { name: 'Europe (EU)' }))
    await user.click(await button('Next: Authorize'))
    expect(await (await dialog()).findByText('Please select at least one marketplace')).toBeInTheDocument()
  })

  it('starts empty again after what was typed was discarded', async () => {
    const user = await toMarketplaces()
    await user.click(await button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click((await card()).getByRole('button', { name: 'Connect Amazon Account' }))
    expect((await dialog()).getByLabelText('Seller ID')).toHaveValue('')
  })

  it('is filled in when reconfiguring', async () => {
    const user = await start(integration)
    expect((await dialog()).getByLabelText('Store name')).toHaveValue('Harbor US')
    expect((await dialog()).getByLabelText('Seller ID')).toHaveValue('A2HARBORPINE01')
    await user.click(await button('Next: Authorize'))
    expect(await (await dialog()).findByRole('button', { name: 'Canada', pressed: true })).toBeInTheDocument()
    expect(await button('Mexico')).toHaveAttribute('aria-pressed', 'false')
  })
})
