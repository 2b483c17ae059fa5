import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { marketplaceApi } from '#contract/marketplace.ts'
import { settingsApi } from '#contract/settings.ts'
import { answerAmazon } from '#web/testing/amazon-answers.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'

beforeEach(() => {
  answerAmazon()
  answer(marketplaceApi.integration, null)
  answer(settingsApi.read, buildSettings())
})

it('has six tabs and shows the integrations first', async () => {
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
  ])
})

it('shows the integrations where the address names a tab that is not there', async () => {
  openApp('/settings?tab=nowhere', buildCurrentUser())
  expect(await screen.findByRole('tab', { name: 'Integrations', selected: true })).toBeInTheDocument()
})
