import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels, answerReveal } from '#web/testing/screen-answers.ts'
import { buildChannelDetail } from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'

const shop = buildChannelDetail({ webhookUrl: 'https://shop.example/lockstep', safetyBuffer: 2 })
const instagram = buildChannelDetail({ name: 'Instagram', type: 'meta_shops', hasAccessToken: true })

async function openSettings(detail: ChannelDetail = shop, role: 'ops' | 'readonly' = 'ops') {
  answerChannels({ rows: [], detail })
  const user = openApp(`/channels?channel=${detail.id}`, buildCurrentUser({ role }))
  await screen.findByLabelText('Name')
  return user
}

const box = (label: string | RegExp) => screen.getByLabelText(label)

/** Pastes the value: typing letter by letter is too slow in a form of this size. */
async function fill(user: UserEvent, label: string | RegExp, text: string) {
  await user.clear(box(label))
  await user.click(box(label))
  await user.paste(text)
}
const save = () => screen.getByRole('button', { name: 'Save Changes' })

describe('saving', () => {
  it('sends changed fields only', async () => {
    const user = await openSettings()
    const saved = { ...shop, safetyBuffer: 9, autoFulfill: true, autoFulfillDelayMinutes: 45, webhookUrl: null }
    const sent = answer(channelsApi.update, saved)
    answerChannels({ rows: [], detail: saved })
    await user.clear(box(/^Webhook URL/))
    await fill(user, 'Safety buffer', '9')
    await user.click(screen.getByRole('switch', { name: 'Fulfill automatically' }))
    await fill(user, 'Delay in minutes', '45')
    await user.click(save())
    expect(await screen.findByText('Settings for Harbor Shop have been saved')).toBeInTheDocument()
    expect(sent).toEqual([
      { channelId: shop.id, webhookUrl: null, safetyBuffer: 9, autoFulfill: true, autoFulfillDelayMinutes: 45 },
    ])
    await waitFor(() => expect(save()).toHaveAttribute('aria-disabled', 'true'))
  })

  it('stores blank boxes and the block of Amazon Logistics', async () => {
    const user = await openSettings()
    const sent = answer(channelsApi.update, { ...shop, blankBox: true, blocksAmazonLogistics: true })
    const plainBox = screen.getByRole('switch', { name: 'Unbranded packaging' })
    const carrier = screen.getByRole('switch', { name: 'Block Amazon Logistics' })
    expect(plainBox).not.toBeChecked()
    await user.click(plainBox)
    await user.click(carrier)
    await user.click(save())
    await waitFor(() => expect(sent).toEqual([{ channelId: shop.id, blankBox: true, blocksAmazonLogistics: true }]))
    await waitFor(() => expect(carrier).toBeChecked())
  })

  it('shows invalid input at its field', async () => {
    const user = await openSettings()
    await fill(user, 'Safety buffer', '-1')
    await fill(user, /^Webhook URL/, 'shop')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Safety buffer can’t be negative')).toBeInTheDocument()
    expect(box(/^Webhook URL/)).toHaveAccessibleDescription(
      expect.stringContaining('Webhook URL must look like https://shop.example.com'),
    )
  })

  it('keeps the input when the server fails', async () => {
    const user = await openSettings()
    refuse(channelsApi.update, 503, 'The database did not answer.')
    await fill(user, 'Name', 'Harbor Shop 2')
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    expect(box('Name')).toHaveValue('Harbor Shop 2')
  })
})

describe('a webhook URL with hidden parts', () => {
  const masked = { ...shop, webhookUrl: 'https://hooks.example/catch/••••' }

  it('stays as it is when other fields are saved', async () => {
    const user = await openSettings(masked)
    const sent = answer(channelsApi.update, masked)
    await fill(user, 'Safety buffer', '9')
    await user.click(save())
    await waitFor(() => expect(sent).toEqual([{ channelId: shop.id, safetyBuffer: 9 }]))
  })

  it('is revealed into its field, which is then neither changed nor masked', async () => {
    const user = await openSettings(masked)
    const asked = answerReveal()
    await user.click(screen.getByRole('button', { name: 'Reveal URL' }))
    await waitFor(() => expect(box(/^Webhook URL/)).toHaveValue('https://hooks.example/catch/x7Kq2mPz'))
    expect(asked).toEqual([{ channelId: shop.id, secret: 'webhookUrl' }])
    expect(screen.queryByRole('button', { name: 'Reveal URL' })).not.toBeInTheDocument()
    expect(save()).toHaveAttribute('aria-disabled', 'true')
  })

  it('can’t be revealed by the role Read Only', async () => {
    await openSettings(masked, 'readonly')
    await waitFor(() => expect(blockedReason('Reveal URL')).toMatch(/^Your role is Read Only/))
  })
})

describe('a warning before saving says that', () => {
  it('a new name moves the feed, unless it is reverted', async () => {
    const user = await openSettings()
    await fill(user, 'Name', 'Harbor Shop!')
    expect(screen.queryByText('The product feed’s address will change')).not.toBeInTheDocument()
    await fill(user, 'Name', 'Harbor Shop Two')
    expect(screen.getByText('The product feed’s address will change')).toBeInTheDocument()
    expect(screen.getByText('harbor-shop-two.json')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(box('Name')).toHaveValue('Harbor Shop')
    expect(screen.queryByText('The product feed’s address will change')).not.toBeInTheDocument()
  })

  it('a new platform changes how orders are parsed', async () => {
    const user = await openSettings()
    await user.click(screen.getByRole('combobox', { name: 'Platform' }))
    await user.click(await screen.findByRole('option', { name: 'Shopify' }))
    expect(screen.getByText(/^After you save, only orders in this format are accepted: Shopify/)).toBeInTheDocument()
  })
})

describe('Test', () => {
  it('shows its result, and uses the saved URL only', async () => {
    const user = await openSettings()
    answer(channelsApi.test, { success: false, message: 'The website answered 500.' })
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('Connection Failed')).toBeInTheDocument()
    expect(screen.getByText('The website answered 500.')).toBeInTheDocument()

    answer(channelsApi.test, { success: true, message: 'The website answered 204.' })
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('Connection Successful')).toBeInTheDocument()
    expect(screen.queryByText('Connection Failed')).not.toBeInTheDocument()

    await fill(user, /^Webhook URL/, 'https://shop.example/2')
    await waitFor(() => expect(blockedReason('Test')).toBe('Save the new address first; the test uses the saved one.'))
  })

  it('is blocked without a URL', async () => {
    await openSettings({ ...shop, webhookUrl: null })
    await waitFor(() => expect(blockedReason('Test')).toBe('There is no webhook URL to send to yet.'))
  })
})

describe('unsaved input', () => {
  it('stays while a colleague’s changes appear in other fields', async () => {
    const user = await openSettings()
    await fill(user, 'Name', 'Harbor Shop 2')
    const theirs = { ...shop, isActive: false, safetyBuffer: 7 }
    answerChannels({ rows: [], detail: theirs })
    FakeEventSource.latest.send('channels')
    await waitFor(() => expect(box('Safety buffer')).toHaveValue('7'))
    expect(screen.getByRole('switch', { name: 'Active' })).not.toBeChecked()
    expect(box('Name')).toHaveValue('Harbor Shop 2')
    const sent = answer(channelsApi.update, theirs)
    await user.click(save())
    await waitFor(() => expect(sent).toEqual([{ channelId: shop.id, name: 'Harbor Shop 2' }]))
  })

  it('is discarded only after a confirmation', async () => {
    const user = await openSettings()
    await fill(user, 'Name', 'Harbor Shop 2')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(box('Name')).toHaveValue('Harbor Shop 2')
    await user.click(screen.getByRole('tab', { name: 'Keys' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.click(await screen.findByRole('tab', { name: 'Keys' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('tab', { name: 'Keys', selected: true })).toBeInTheDocument()
  })
})

describe('a Meta shop', () => {
  it('has ids, and a write-only access token', async () => {
    const user = await openSettings(instagram)
    const token = screen.getByLabelText(/^Access token/)
    expect(token).toHaveValue('')
    expect(token).toHaveAccessibleDescription(expect.stringContaining('won’t be shown again'))
    expect(screen.queryByLabelText(/^Webhook URL/)).not.toBeInTheDocument()
    const sent = answer(channelsApi.update, instagram)
    await fill(user, /^Catalog ID/, '1234')
    await fill(user, /^Access token/, 'EAAB-0123456789-0123456789')
    await user.click(screen.getByRole('switch', { name: 'Import orders' }))
    await user.click(save())
    await waitFor(() =>
      expect(sent).toEqual([
        {
          channelId: instagram.id,
          catalogId: '1234',
          accessToken: 'EAAB-0123456789-0123456789',
          takesOrders: false,
        },
      ]),
    )
  })
})

it('the form is read-only for the role Read Only, and says so', async () => {
  await openSettings(shop, 'readonly')
  expect(box('Name')).toBeDisabled()
  expect(box('Name')).toHaveValue('Harbor Shop')
  expect(screen.getByRole('switch', { name: 'Active' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Platform' })).toBeDisabled()
  await waitFor(() =>
    expect(blockedReason('Save Changes')).toBe('Your role is Read Only. Operations and Admin can change channels.'),
  )
  await waitFor(() =>
    expect(blockedReason('Test')).toBe('Your role is Read Only. Operations and Admin can test channels.'),
  )
})
