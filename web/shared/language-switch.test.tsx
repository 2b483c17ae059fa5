import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { LanguageSwitch, languageCookie } from './language-switch.tsx'

it('keeps the language for the person and for the page, and loads the page anew', async () => {
  const chosen = answer(authApi.setLanguage, buildCurrentUser({ language: 'de' }))
  const reload = vi.fn<() => void>()
  const user = await renderPiece(<LanguageSwitch onChosen={reload} />)
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Deutsch' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(chosen).toEqual([{ language: 'de' }])
  expect(document.cookie).toContain('lockstep_language=de')
})

it('stays as it is when the language can’t be kept', async () => {
  refuse(authApi.setLanguage, 503, 'Try again in a minute.')
  const reload = vi.fn<() => void>()
  const user = await renderPiece(<LanguageSwitch onChosen={reload} />)
  await user.click(screen.getByRole('radio', { name: 'Deutsch' }))
  expect(await screen.findByText('Try again in a minute.')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  expect(reload).not.toHaveBeenCalled()
})

it('binds the cookie to its host and to HTTPS where there is HTTPS', () => {
  expect(languageCookie('de', 'https:').split('; ')).toEqual(
    expect.arrayContaining(['__Host-lockstep_language=de', 'path=/', 'secure']),
  )
  expect(languageCookie('en', 'http:')).toContain('lockstep_language=en;')
  expect(languageCookie('en', 'http:')).not.toContain('secure')
})
