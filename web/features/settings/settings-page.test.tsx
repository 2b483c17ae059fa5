import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { settingsApi } from '#contract/settings.ts'
import { useSession } from '#web/lib/session.tsx'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'
import { SettingsPage } from './settings-page.tsx'

beforeEach(() => {
  answerAmazon()
  answer(marketplaceApi.integration, null)
  answer(settingsApi.read, buildSettings())
})

it('settings have the six tabs of the specification, then Company, and show the integrations first', async () => {
  openApp('/settings', buildCurrentUser())
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Integrations', selected: true })).toBeInTheDocument()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Integrations',
    'Notifications',
    'API Keys',
    'Users',
    'Security',
    'System',
    'Company',
  ])
})

it('settings show the integrations when the URL names an unknown tab', async () => {
  openApp('/settings?tab=nowhere', buildCurrentUser())
  expect(await screen.findByRole('tab', { name: 'Integrations', selected: true })).toBeInTheDocument()
})

it('switching the company clears what was typed in the settings', async () => {
  const elsewhere = buildCurrentUser({ companyId: newId() })
  const user = await renderPiece(
    <>
      <SettingsPage />
      <Move to={elsewhere} />
    </>,
    { path: '/settings?tab=security' },
  )
  await user.type(await screen.findByLabelText('Email address or order number'), 'LS-10042')
  await user.click(screen.getByText('Move'))
  await waitFor(() => expect(screen.getByLabelText('Email address or order number')).toHaveValue(''))
})

function Move({ to }: { to: CurrentUser }) {
  const { adopt } = useSession()
  return <button onClick={() => adopt(to)}>Move</button>
}
