import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { companyProfileApi, type SavedProfile } from '#contract/company-profile.ts'
import { logoRule } from '#contract/images.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { CompanyTab } from './company-tab.tsx'

const profile: SavedProfile = {
  companyName: 'Harbor & Pine',
  address: '7 Dock Rd\nSeattle',
  brandColor: null,
  logoUrl: null,
}
const admin = buildCurrentUser({ role: 'admin' })

async function show(user = admin) {
  answer(companyProfileApi.read, profile)
  const hands = await renderPiece(<CompanyTab />, { path: '/settings?tab=company', user })
  await screen.findByRole('form', { name: 'Company profile' })
  return hands
}

const preview = (name: string) => screen.getByRole('region', { name })
const picture = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'logo', { type })

it('the preview follows what is typed, with text that reads on the color', async () => {
  const user = await show()
  expect(preview('Packing slip')).toHaveTextContent('Harbor & Pine7 Dock Rd SeattlePacking slip')
  await user.clear(screen.getByLabelText(/^Address/))
  await user.type(screen.getByLabelText(/^Address/), '1 Pier')
  await user.type(screen.getByRole('textbox', { name: /^Brand color/ }), '#FFD400')
  expect(preview('Email')).toHaveTextContent('1 Pier')
  const button = within(preview('Email')).getByText('Track your parcel')
  expect(button).toHaveStyle({ backgroundColor: '#ffd400', color: '#000000' })
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
})

it('what is typed is saved', async () => {
  const user = await show()
  const saved = answer(companyProfileApi.save, { ...profile, brandColor: '#ffd400' })
  await user.type(screen.getByRole('textbox', { name: /^Brand color/ }), '#FFD400')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The company profile has been updated')).toBeInTheDocument()
  expect(saved).toEqual([{ address: '7 Dock Rd\nSeattle', brandColor: '#ffd400' }])
})

it('a color that is none is refused at its field, and not sent', async () => {
  const user = await show()
  const saved = answer(companyProfileApi.save, profile)
  await user.type(screen.getByRole('textbox', { name: /^Brand color/ }), 'teal')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose a color such as #00687b')).toBeInTheDocument()
  expect(saved).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
})

describe('the logo', () => {
  const withLogo = { ...profile, logoUrl: '/api/images/7' }

  it('is uploaded at once, shown, and removed after a question', async () => {
    const user = await show()
    const uploaded = answer(companyProfileApi.uploadLogo, withLogo)
    const removed = answer(companyProfileApi.removeLogo, profile)
    await user.upload(screen.getByLabelText('Choose logo file'), picture('image/png'))
    await waitFor(() => expect(preview('Packing slip').querySelector('img')).toHaveAttribute('src', withLogo.logoUrl))
    expect(String(uploaded[0]?.['multipart'])).toContain('filename="logo"')
    expect(screen.getByRole('button', { name: 'Replace logo' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove logo' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Remove the logo?' }))
    await user.click(question.getByRole('button', { name: 'Remove logo' }))
    await waitFor(() => expect(preview('Email').querySelector('img')).toBeNull())
    expect(removed).toHaveLength(1)
  })

  it('does not lose what is typed', async () => {
    const user = await show()
    answer(companyProfileApi.uploadLogo, withLogo)
    await user.type(screen.getByRole('textbox', { name: /^Brand color/ }), '#ffd400')
    await user.upload(screen.getByLabelText('Choose logo file'), picture('image/png'))
    await screen.findByRole('button', { name: 'Replace logo' })
    expect(screen.getByRole('textbox', { name: /^Brand color/ })).toHaveValue('#ffd400')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  })

  it.each([
    ['image/webp', 10, 'Choose a PNG or JPEG picture.'],
    ['image/png', logoRule.maxBytes + 1, 'The picture must be 256 KB or smaller.'],
  ])('of type %s with %i bytes is refused without a call', async (type, bytes, reason) => {
    await show()
    fireEvent.change(screen.getByLabelText('Choose logo file'), { target: { files: [picture(type, bytes)] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(reason)
  })

  it('says why the server refused it', async () => {
    const user = await show()
    refuse(companyProfileApi.uploadLogo, 422, 'Choose a PNG or JPEG picture.')
    await user.upload(screen.getByLabelText('Choose logo file'), picture('image/png'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a PNG or JPEG picture.')
  })
})

it.each(['ops', 'readonly'] as const)('the role %s can read it, and is told who can change it', async (role) => {
  await show(buildCurrentUser({ role }))
  expect(screen.getByLabelText(/^Address/)).toBeDisabled()
  expect(screen.getByLabelText('Pick a brand color')).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await waitFor(() => expect(blockedReason('Upload logo')).toContain('Only Admin can change the company profile'))
})

it('says so when it can’t be loaded', async () => {
  refuse(companyProfileApi.read, 422, 'No.')
  await renderPiece(<CompanyTab />, { path: '/settings?tab=company', user: admin })
  expect(await screen.findByText('The company profile couldn’t be loaded')).toBeInTheDocument()
})
