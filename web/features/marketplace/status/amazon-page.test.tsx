import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { marketplaceApi } from '#contract/marketplace.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildAccount, buildAmazonStatus, buildRun, notConnected } from '#web/testing/amazon-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const partial = buildAmazonStatus({ isConnected: false })

beforeEach(() => answerAmazon({ status: buildAmazonStatus() }))

const open = (role: 'readonly' | 'ops' = 'ops') => openApp('/amazon', buildCurrentUser({ role }))
const card = async () => within(await screen.findByRole('region', { name: 'Connection Status' }))
const fact = async (label: string) =>
  (await (await card()).findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

async function press(user: ReturnType<typeof open>, name: string) {
  await waitFor(async () => expect((await card()).getByRole('button', { name })).not.toHaveAttribute('aria-disabled'))
  await user.click((await card()).getByRole('button', { name }))
}

it('is called Amazon Integration, and leads to the accounts', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Amazon Integration' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Manage accounts' })).toHaveAttribute('href', '/amazon-connection')
  expect(document.title).toBe('Amazon Integration · Lockstep')
})

it('lists what the integration does', async () => {
  open()
  const features = within(await screen.findByRole('region', { name: 'What the integration does' }))
  expect(features.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Inventory sync from FBA every 30 minutes',
    'Product data import',
    'Multi-channel fulfillment',
    'Bi-directional sync of products created in the app',
  ])
})

describe('the status', () => {
  it.each([
    ['Connected', 'Active', buildAmazonStatus()],
    ['Partially Configured', 'Inactive', partial],
    ['Not Connected', 'Inactive', notConnected],
  ])('says %s, %s', async (word, badge, status) => {
    answerAmazon({ status })
    open()
    expect((await (await card()).findByText(badge)).closest('p')).toHaveTextContent(`${word} ${badge}`)
  })

  it('shows seller, region, marketplace and the last sync of a connected account', async () => {
    open()
    expect(await fact('Seller ID')).toMatch(/^A2HARBORPINE01/)
    expect(await fact('Region')).toBe('North America (US)United States')
    expect(await fact('Last synced')).toMatch(/ ago$/)
    expect(await fact('Account')).toBe('Harbor US')
  })

  it('says that there are more accounts, and what is not known', async () => {
    answerAmazon({ status: buildAmazonStatus({ accounts: 3, lastSyncedAt: null, marketplaceId: null }) })
    open()
    expect(await fact('Last synced')).toBe('Never')
    expect(await fact('Region')).toBe('North America (US)Unknown')
    expect(screen.getByRole('link', { name: 'and 2 more accounts' })).toHaveAttribute('href', '/amazon-connection')
  })

  it('is polled every 30 seconds', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    open()
    await screen.findByText('Connected')
    answer(marketplaceApi.status, partial)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(screen.getByText('Connected')).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(11_000)
    vi.useRealTimers()
    expect(await screen.findByText('Partially Configured')).toBeInTheDocument()
  })

  it('refetches on events of other people', async () => {
    open()
    await screen.findByText('Connected')
    answerAmazon()
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByText('Not Connected')).toBeInTheDocument()
  })

  it('keeps its place while it loads', async () => {
    neverAnswer(marketplaceApi.status)
    open()
    expect((await card()).getByText('Loading...')).toBeInTheDocument()
  })

  it('shows the reason when it can’t be loaded, and loads on retry', async () => {
    refuse(marketplaceApi.status, 503, 'The database did not answer.')
    const user = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The connection’s status couldn’t be loaded')
    answer(marketplaceApi.status, buildAmazonStatus())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Connected')).toBeInTheDocument()
  })
})

describe('Setup Required', () => {
  it.each([
    ['not connected', notConnected],
    ['partially configured', partial],
  ])('says what to do, what is missing and where help is while %s', async (_, status) => {
    answerAmazon({ status })
    open()
    expect((await screen.findByText('Setup Required')).closest('[role=status]')).toHaveTextContent(
      'Connect your seller account.',
    )
    const missing = within(screen.getByRole('list', { name: 'Missing credentials' }))
    expect(missing.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Seller ID',
      'Amazon authorization',
    ])
    expect(screen.getByText('Only the account’s owner can authorize it.')).toBeInTheDocument()
  })

  it('is not there when connected', async () => {
    open()
    await screen.findByText('Connected')
    expect(screen.queryByText('Setup Required')).not.toBeInTheDocument()
  })

  it('says so when it can’t be loaded', async () => {
    answerAmazon()
    refuse(marketplaceApi.setupInfo, 503, 'The database did not answer.')
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The setup details couldn’t be loaded')
  })
})

describe('Test Connection', () => {
  it.each([
    [true, 'Connection Successful', 'Amazon lets Lockstep in: United States, Canada.'],
    [false, 'Connection Failed', 'Amazon refused the token.'],
  ])('with success %s says %s and the server’s message', async (success, title, message) => {
    answer(marketplaceApi.test, { success, message })
    await press(open(), 'Test Connection')
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.getByText(message)).toBeInTheDocument()
  })

  it('says so when the call itself fails', async () => {
    refuse(marketplaceApi.test, 503, 'The database did not answer.')
    await press(open(), 'Test Connection')
    expect(await screen.findByText('Test Failed')).toBeInTheDocument()
    expect(screen.getByText('Failed to test Amazon connection. The database did not answer.')).toBeInTheDocument()
  })

  it('works for an account that is not verified, and shows what it found', async () => {
    answerAmazon({ status: partial })
    answer(marketplaceApi.test, () => {
      answer(marketplaceApi.status, buildAmazonStatus())
      return { success: true, message: 'Amazon lets Lockstep in.' }
    })
    await press(open(), 'Test Connection')
    expect(await screen.findByText('Connected')).toBeInTheDocument()
  })

  it('is blocked without credentials, and says why', async () => {
    answerAmazon()
    open()
    await waitFor(() => expect(blockedReason('Test Connection')).toBe('There is no Amazon account to test yet.'))
  })

  it('doesn’t show a loading state when the status can’t be loaded', async () => {
    refuse(marketplaceApi.status, 503, 'The database did not answer.')
    open()
    await waitFor(() => expect(blockedReason('Test Connection')).toBe('The Amazon connection couldn’t be loaded.'))
  })

  it('is blocked for readonly', async () => {
    open('readonly')
    await waitFor(() =>
      expect(blockedReason('Test Connection')).toBe(
        'Your role is Read Only. Operations and Admin can test the connection.',
      ),
    )
  })
})

describe('Sync Inventory', () => {
  it('starts a sync and shows it', async () => {
    answer(marketplaceApi.syncInventory, () => {
      const run = buildRun({ status: 'running', rowsRead: 0, finishedAt: null })
      answer(marketplaceApi.syncRuns, [run], { total: 1 })
      return [run]
    })
    await press(open(), 'Sync Inventory')
    expect(await screen.findByText('Sync Started')).toBeInTheDocument()
    expect(screen.getByText('Inventory sync has been initiated')).toBeInTheDocument()
    expect(await screen.findByRole('progressbar')).toBeInTheDocument()
  })

  it('is blocked for readonly', async () => {
    open('readonly')
    await waitFor(() => expect(blockedReason('Sync Inventory')).toMatch(/^Your role is Read Only/))
  })

  it('is blocked unless connected', async () => {
    answerAmazon({ status: partial })
    open()
    await waitFor(() => expect(blockedReason('Sync Inventory')).toBe('No Amazon account is connected.'))
  })
})

describe('an account that Amazon refuses', () => {
  const refused = buildAccount({ isActive: false, authorizationError: 'The seller withdrew the permission.' })

  beforeEach(() =>
    answerAmazon({
      status: buildAmazonStatus({ refusedAccounts: 1, accounts: 2 }),
      accounts: [buildAccount({ name: 'Harbor EU' }), refused],
    }),
  )

  it('comes first on the page, with the reason', async () => {
    open()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Harbor US must be authorized again')
    expect(alert).toHaveTextContent('The seller withdrew the permission.')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  it('is authorized again at Amazon', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const requests = answer(marketplaceApi.initiate, { authorizationUrl: 'https://sellercentral.example/consent' })
    const operator = buildCurrentUser()
    const user = openApp('/amazon', operator)
    await user.click(await screen.findByRole('button', { name: 'Authorize again: Harbor US' }))
    await waitFor(() => expect(opened).toHaveBeenCalledWith('https://sellercentral.example/consent', '_self'))
    expect(requests).toEqual([
      { companyId: operator.companyId, integrationName: 'Harbor US', region: 'us', accountId: refused.id },
    ])
    opened.mockRestore()
  })

  it('stays when the authorization can’t be started', async () => {
    refuse(marketplaceApi.initiate, 409, 'Amazon is not set up on this server.')
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Authorize again: Harbor US' }))
    expect(
      await screen.findByText('Failed to initiate connection. Please try again. Amazon is not set up on this server.'),
    ).toBeInTheDocument()
  })
})
